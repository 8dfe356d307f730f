import { Button, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { getErrorMessage } from '#client/api/problems.ts';
import { useAction } from '#client/api/use-action.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { findDeadlineToRemind } from '#client/board/late-deadlines.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { EmailBody } from '#client/ui/email-body.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { type RemindedGroup, sendReminders } from '#contract/board.ts';
import type { BoardActionDialogProps } from './extend-dialog.tsx';
import { RemindedGroupList } from './reminded-group-list.tsx';

const failure = 'Couldn’t send the reminders';
const recentMs = 24 * 3_600_000;

/** Groups that were reminded in the last 24 hours are not chosen until the user chooses them. */
const isChosenByDefault = ({ skipped, remindedAt }: RemindedGroup, now: number) =>
  skipped === null && (remindedAt === null || now - Date.parse(remindedAt) > recentMs);

function useReminders(rows: BoardActionDialogProps['rows'], initial: string | null) {
  const [deadlineId, setDeadlineId] = useState(initial);
  const [text, setText] = useState('');
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [openedAt] = useState(Date.now);
  const [previewed, setPreviewed] = useState('');
  const groupIds = rows.map(({ _id }) => _id);
  const body = { groupIds, deadlineId: deadlineId ?? '', text: '', dryRun: true };
  const list = useQuery({
    queryKey: ['reminders', groupIds, deadlineId],
    queryFn: () => call(sendReminders, { body }),
    enabled: deadlineId !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const preview = useAction(sendReminders, {
    failure: 'Couldn’t compose the email',
    isInline: true,
  });
  const send = useAction(sendReminders, { failure, isInline: true });
  const groups = (send.reply ?? list.data)?.groups ?? [];
  const isChosen = (group: RemindedGroup) =>
    send.reply
      ? group.skipped === null
      : (changed.get(group.groupId) ?? isChosenByDefault(group, openedAt));
  const chosen = groups.filter(isChosen);
  const chosenBody = { ...body, groupIds: chosen.map(({ groupId }) => groupId), text };
  const key = JSON.stringify(chosenBody);
  const listError =
    list.isError && !list.isFetching && getErrorMessage(list.error, 'Couldn’t load the recipients');
  return {
    ...{ deadlineId, text, setText, groups, isChosen },
    setDeadlineId(to: string | null) {
      setDeadlineId(to);
      setChanged(new Map());
    },
    toggle: (group: RemindedGroup) =>
      setChanged(new Map(changed).set(group.groupId, !isChosen(group))),
    textError: createFieldValidator(sendReminders.body.shape.text)(text),
    people: chosen.reduce((sum, { recipients }) => sum + recipients.length, 0),
    isLoading: list.isFetching,
    sent: send.reply?.message,
    email: previewed === key ? (preview.reply?.preview ?? undefined) : undefined,
    error: send.error ?? preview.error,
    listError,
    reload: () => void list.refetch(),
    isPreviewing: preview.isRunning,
    isSending: send.isRunning,
    showEmail() {
      setPreviewed(key);
      preview.run({ body: chosenBody });
    },
    send: () => send.run({ body: { ...chosenBody, dryRun: false } }),
  };
}

export function RemindDialog(props: BoardActionDialogProps) {
  const { rows, deadlines, deadlineId: filtered, onClose } = props;
  // A deadline without files has nothing to remind of.
  const choices = deadlines.filter(({ documents }) => documents.length > 0);
  const initial =
    choices.find(({ _id }) => _id === filtered) ?? findDeadlineToRemind(rows, deadlines);
  const reminders = useReminders(rows, initial?._id ?? null);
  const { deadlineId, groups, people, sent, email, error } = reminders;
  return (
    <Modal opened onClose={onClose} title="Remind groups" size="lg">
      <Stack>
        <Select
          label="Deadline"
          required
          data={choices.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={deadlineId}
          onChange={reminders.setDeadlineId}
          disabled={sent !== undefined}
        />
        <Textarea
          label="Message (optional)"
          description="Shown in the email below the list of missing files."
          error={reminders.textError}
          value={reminders.text}
          onChange={(event) => reminders.setText(event.currentTarget.value)}
          disabled={sent !== undefined}
        />
        {reminders.isLoading && <LoadingLines lines={3} label="Loading the recipients…" />}
        {reminders.listError && (
          <ErrorState message={reminders.listError} onRetry={reminders.reload} isRetrying={false} />
        )}
        {groups.length > 0 && (
          <>
            <Text role="status">{sent ?? formatPeople(people)}</Text>
            <RemindedGroupList
              groups={groups}
              isChosen={reminders.isChosen}
              onToggle={sent === undefined ? reminders.toggle : undefined}
            />
          </>
        )}
        {email && (
          <section aria-label="Preview of the email">
            <Text size="sm" className="breakable">
              To {email.recipient}
            </Text>
            <Text fw={600} className="breakable">
              {email.subject}
            </Text>
            <EmailBody text={email.text} html={email.html} />
          </section>
        )}
        {error && (
          <Text role="alert" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        {sent === undefined ? (
          <Actions {...reminders} />
        ) : (
          <DialogFooter>
            <Button onClick={onClose}>Close</Button>
          </DialogFooter>
        )}
      </Stack>
    </Modal>
  );
}

function formatPeople(people: number): string {
  if (people === 0) return 'No one will get an email.';
  return people === 1 ? '1 person will get an email.' : `${people} people will get an email.`;
}

function Actions(reminders: ReturnType<typeof useReminders>) {
  const { people, textError } = reminders;
  const isDisabled = people === 0 || textError !== null;
  return (
    <DialogFooter>
      <Button
        variant="default"
        disabled={isDisabled}
        loading={reminders.isPreviewing}
        onClick={reminders.showEmail}
      >
        Preview the email
      </Button>
      <SubmitButton
        disabled={isDisabled}
        isBusy={reminders.isSending}
        busyText="Sending…"
        onPress={reminders.send}
      >
        {people === 1 ? 'Send 1 email' : `Send ${people} emails`}
      </SubmitButton>
    </DialogFooter>
  );
}
