import { Button, Modal, Radio, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { type BoardDeadline, type BoardRow, findBoard } from '#contract/board.ts';
import { listChanges } from '#contract/groups.ts';
import { listSubmissions, setGroupDeadlines } from '#contract/submissions.ts';
import { formatDateTime } from '#contract/time.ts';
import { instantOf } from './instant-of.ts';
import { PreviewList } from './preview-list.tsx';

export type ActionDialogProps = {
  rows: readonly BoardRow[];
  deadlines: readonly BoardDeadline[];
  onClose: () => void;
};

const empty = { deadlineId: '', to: 'date', due: '', reason: '' };
const options = {
  failure: 'Failed to change the deadline',
  isInline: true,
  invalidates: [findBoard, listSubmissions, listChanges],
};

/** A later date, or none, for the groups selected: shown for each first, done on the second click. */
export function ExtendDialog({ rows, deadlines, onClose }: ActionDialogProps) {
  const zone = useTimeZone();
  const [values, setValues] = useState(empty);
  const preview = useAction(setGroupDeadlines, { ...options, invalidates: [] });
  const save = useAction(setGroupDeadlines, options);
  const [shownFor, setShownFor] = useState<typeof empty>();
  const set = (change: Partial<typeof empty>) => setValues({ ...values, ...change });
  const due = instantOf(values.due, zone);
  const isReady = values.deadlineId && values.reason.trim() && (values.to !== 'date' || due);
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
  const changes = shown?.groups ?? [];
  const count = changes.length === 1 ? '1 group' : `${changes.length} groups`;
  const items = changes.map(({ groupId, fypGroupName, before, after }) => ({
    ...{ id: groupId, name: fypGroupName, what: `${at(before)} → ${at(after)}` },
  }));
  return (
    <Modal opened onClose={onClose} title="Extend a deadline" size="lg">
      <Stack>
        <Select
          label="Deadline"
          required
          data={deadlines.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={values.deadlineId || null}
          onChange={(to) => set({ deadlineId: to ?? '' })}
          disabled={save.reply !== undefined}
        />
        <Radio.Group label="Change" value={values.to} onChange={(to) => set({ to })}>
          <Radio value="date" label="Another date" mt="xs" />
          <Radio value="excused" label="Excused: nothing has to be handed in" mt="xs" />
        </Radio.Group>
        {values.to === 'date' && (
          <TextInput
            type="datetime-local"
            label="New date"
            description={`Time zone ${zone}`}
            required
            value={values.due}
            onChange={(event) => set({ due: event.currentTarget.value })}
          />
        )}
        <Textarea
          label="Reason"
          description="The members read it in an email."
          required
          maxLength={2000}
          value={values.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        {shown && (
          <>
            <Text role="status">
              {save.reply?.message ??
                (changes.length === 0 ? 'No group would change.' : `${count} will change:`)}
            </Text>
            {changes.length > 0 && <PreviewList label="Changes for each group" items={items} />}
          </>
        )}
        {(save.error ?? preview.error) && (
          <Text role="alert" c="var(--mantine-color-error)">
            {save.error ?? preview.error}
          </Text>
        )}
        {save.reply ? (
          <Button onClick={onClose}>Close</Button>
        ) : shown && changes.length > 0 ? (
          <Button loading={save.isRunning} onClick={() => save.run(send(false))}>
            Change {count} and email the members
          </Button>
        ) : (
          <Button
            disabled={!isReady}
            loading={preview.isRunning}
            onClick={() => preview.run(send(true))}
          >
            Show what would change
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
