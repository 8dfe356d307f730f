import { Button, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { createFieldValidator } from '#client/api/validate.ts';
import { DialogFooter } from '#client/ui/dialog/dialog-footer.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { type RemindedGroup, sendReminders } from '#contract/board.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { BoardActionDialogProps } from './extend-dialog.tsx';
import { GroupPreviewList } from './preview-list.tsx';

const skippedTexts: Record<NonNullable<RemindedGroup['skipped']>, string> = {
  'nothing-missing': 'No email: nothing is missing.',
  excused: 'No email: excused.',
  'too-often': 'No email: reminded less than an hour ago.',
  'before-group': 'No email: the date had passed before the group was created.',
  'other-program': 'No email: not for this program.',
};

function formatReminder(
  { skipped, missing, recipients, due }: RemindedGroup,
  zone: string,
  kindLabel: (kind: string) => string,
): string {
  if (skipped) return skippedTexts[skipped];
  const labels = missing.map(kindLabel).join(', ');
  const people = recipients.map(({ name, email }) => `${name} (${email})`).join(', ');
  return `${labels}, due ${formatDateTime(due, zone)}. To ${people}`;
}

const failure = 'Failed to send the reminders';

function useReminders(rows: BoardActionDialogProps['rows'], filtered: string | null) {
  const [deadlineId, setDeadlineId] = useState(filtered);
  const [text, setText] = useState('');
  const [shownFor, setShownFor] = useState<string | null>(null);
  const preview = useAction(sendReminders, { failure, isInline: true });
  const send = useAction(sendReminders, { failure, isInline: true });
  const input = (dryRun: boolean) => {
    const groupIds = rows.map(({ _id }) => _id);
    return { body: { groupIds, deadlineId: deadlineId ?? '', text, dryRun } };
  };
  return {
    deadlineId,
    setDeadlineId,
    text,
    setText,
    textError: createFieldValidator(sendReminders.body.shape.text)(text),
    shown: send.reply ?? (shownFor === deadlineId ? preview.reply : undefined),
    isSent: send.reply !== undefined,
    error: send.error ?? preview.error,
    isPreviewing: preview.isRunning,
    isSending: send.isRunning,
    show() {
      setShownFor(deadlineId);
      preview.run(input(true));
    },
    send: () => send.run(input(false)),
  };
}

export function RemindDialog({
  rows,
  deadlines,
  deadlineId: filtered,
  onClose,
}: BoardActionDialogProps) {
  const zone = useTimeZone();
  const kindLabel = useKindLabel();
  // A deadline without documents has nothing to remind of.
  const choices = deadlines.filter(({ documents }) => documents.length > 0);
  const isChoice = choices.some(({ _id }) => _id === filtered);
  const reminders = useReminders(rows, isChoice && filtered ? filtered : null);
  const { deadlineId, shown, isSent, error } = reminders;
  const groups = shown?.groups ?? [];
  const count = groups.reduce((sum, { recipients }) => sum + recipients.length, 0);
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const items = groups.map((group) => ({
    id: group.groupId,
    name: group.fypGroupName,
    text: formatReminder(group, zone, kindLabel),
  }));
  const status = isSent ? shown?.message : count === 0 ? 'Nobody would be emailed.' : `${emails}:`;
  return (
    <Modal opened onClose={onClose} title="Remind groups" size="lg">
      <Stack>
        <Select
          label="Deadline"
          required
          data={choices.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={deadlineId}
          onChange={reminders.setDeadlineId}
          disabled={isSent}
        />
        <Textarea
          label="Message (optional)"
          description="Shown in the email below the list of missing files."
          error={reminders.textError}
          value={reminders.text}
          onChange={(event) => reminders.setText(event.currentTarget.value)}
        />
        {shown && (
          <>
            <Text role="status">{status}</Text>
            <GroupPreviewList label="Emails for each group" items={items} />
          </>
        )}
        {error && (
          <Text role="alert" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        <DialogFooter>
          {isSent ? (
            <Button onClick={onClose}>Close</Button>
          ) : shown && count > 0 ? (
            <SubmitButton
              disabled={reminders.textError !== null}
              isBusy={reminders.isSending}
              busyText="Sending…"
              onPress={reminders.send}
            >
              {`Send ${emails}`}
            </SubmitButton>
          ) : (
            <SubmitButton
              disabled={!deadlineId || reminders.textError !== null}
              isBusy={reminders.isPreviewing}
              busyText="Loading…"
              onPress={reminders.show}
            >
              Preview emails
            </SubmitButton>
          )}
        </DialogFooter>
      </Stack>
    </Modal>
  );
}
