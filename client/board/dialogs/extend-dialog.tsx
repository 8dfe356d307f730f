import { Button, Modal, Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { DateTimeField } from '#client/ui/form/date-time-field.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { type BoardDeadline, type BoardRow, countBoard, findBoard } from '#contract/board.ts';
import { listChanges } from '#contract/history.ts';
import { listSubmissions, setGroupDeadlines } from '#contract/submissions.ts';
import { normaliseText } from '#contract/values/text.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';
import { GroupPreviewList } from './preview-list.tsx';

export type BoardActionDialogProps = {
  rows: readonly BoardRow[];
  deadlines: readonly BoardDeadline[];
  /** Id of the deadline by which the board is filtered. The dialog starts with it. */
  deadlineId?: string | undefined;
  onClose: () => void;
};

const empty = { deadlineId: '', to: 'date', due: '', reason: '' };
const options = {
  failure: 'Couldn’t change the deadline',
  isInline: true,
  invalidates: [findBoard, countBoard, listSubmissions, listChanges],
};

const findReasonError = createFieldValidator(setGroupDeadlines.body.shape.reason);

type Values = typeof empty;

function useExtension(rows: readonly BoardRow[], deadlineId = '') {
  const zone = useTimeZone();
  const [values, setValues] = useState({ ...empty, deadlineId });
  const preview = useAction(setGroupDeadlines, { ...options, invalidates: [] });
  const save = useAction(setGroupDeadlines, options);
  const [shownFor, setShownFor] = useState<Values>();
  const due = parseWallClock(values.due, zone);
  const send = (dryRun: boolean) => {
    const change =
      values.to === 'date' ? { to: 'date' as const, due: due ?? '' } : { to: 'excused' as const };
    const groupIds = rows.map(({ _id }) => _id);
    setShownFor(values);
    return {
      params: { deadlineId: values.deadlineId },
      body: { groupIds, change, reason: values.reason, dryRun },
    };
  };
  const at = (instant: string | null) => (instant ? formatDateTime(instant, zone) : 'excused');
  const shown = save.reply ?? (shownFor === values ? preview.reply : undefined);
  return {
    values,
    set: (change: Partial<Values>) => setValues({ ...values, ...change }),
    // Show no error for an empty reason, because the disabled button already indicates it.
    reasonError: normaliseText(values.reason) === '' ? null : findReasonError(values.reason),
    isReady: Boolean(
      values.deadlineId && !findReasonError(values.reason) && (values.to !== 'date' || due),
    ),
    isShown: shown !== undefined,
    items: (shown?.groups ?? []).map(({ groupId, fypGroupName, before, after }) => ({
      id: groupId,
      name: fypGroupName,
      text: `${at(before)} → ${at(after)}`,
    })),
    done: save.reply?.message,
    error: save.error ?? preview.error,
    isPreviewing: preview.isRunning,
    isSaving: save.isRunning,
    preview: () => preview.run(send(true)),
    save: () => save.run(send(false)),
  };
}

type FieldsProps = Pick<BoardActionDialogProps, 'deadlines'> &
  Pick<ReturnType<typeof useExtension>, 'values' | 'set' | 'reasonError'> & { isDone: boolean };

function Fields({ deadlines, values, set, reasonError, isDone }: FieldsProps) {
  const zone = useTimeZone();
  return (
    <>
      <Select
        label="Deadline"
        required
        data={deadlines.map(({ _id, title }) => ({ value: _id, label: title }))}
        value={values.deadlineId || null}
        onChange={(to) => set({ deadlineId: to ?? '' })}
        disabled={isDone}
      />
      <Radio.Group label="Change" value={values.to} onChange={(to) => set({ to })}>
        <Radio value="date" label="Another date" mt="xs" />
        <Radio value="excused" label="Excused: no submission required" mt="xs" />
      </Radio.Group>
      {values.to === 'date' && (
        <DateTimeField
          label="New date"
          description={`Time zone ${zone}`}
          required
          value={values.due}
          onChange={(due) => set({ due })}
        />
      )}
      <Textarea
        label="Reason"
        description="Included in the email to the members."
        required
        error={reasonError}
        value={values.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
    </>
  );
}

export function ExtendDeadlineDialog(props: BoardActionDialogProps) {
  const { rows, deadlines, deadlineId, onClose } = props;
  const { values, set, reasonError, isReady, isShown, items, done, error, ...run } = useExtension(
    rows,
    deadlineId,
  );
  const count = items.length === 1 ? '1 group' : `${items.length} groups`;
  return (
    <Modal opened onClose={onClose} title="Extend a deadline" size="lg">
      <Stack>
        <Fields
          deadlines={deadlines}
          values={values}
          set={set}
          reasonError={reasonError}
          isDone={done !== undefined}
        />
        {isShown && (
          <Text role="status">
            {done ?? (items.length === 0 ? 'No groups will change.' : `${count} will change:`)}
          </Text>
        )}
        {items.length > 0 && <GroupPreviewList label="Changes for each group" items={items} />}
        {error && (
          <Text role="alert" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        <DialogFooter>
          {done !== undefined ? (
            <Button onClick={onClose}>Close</Button>
          ) : items.length > 0 ? (
            <SubmitButton isBusy={run.isSaving} busyText="Saving…" onPress={run.save}>
              {`Change ${count} and email the members`}
            </SubmitButton>
          ) : (
            <SubmitButton
              disabled={!isReady}
              isBusy={run.isPreviewing}
              busyText="Loading…"
              onPress={run.preview}
            >
              Preview changes
            </SubmitButton>
          )}
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
