import { Button, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTimeZone } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { type RemindedGroup, sendReminders } from '#contract/board.ts';
import { documentKinds } from '#contract/documents.ts';
import { formatDateTime } from '#contract/time.ts';
import type { ActionDialogProps } from './extend-dialog.tsx';
import { PreviewList } from './preview-list.tsx';

const skippedTexts: Record<NonNullable<RemindedGroup['skipped']>, string> = {
  'nothing-missing': 'No email: nothing is missing.',
  excused: 'No email: excused.',
  'too-often': 'No email: reminded less than an hour ago.',
  'other-program': 'No email: not for this program.',
};

function whatOf({ skipped, missing, recipients, due }: RemindedGroup, zone: string): string {
  if (skipped) return skippedTexts[skipped];
  const labels = missing.map((kind) => documentKinds[kind].label).join(', ');
  const people = recipients.map(({ name, email }) => `${name} (${email})`).join(', ');
  return `${labels}, due ${formatDateTime(due, zone)}. To ${people}`;
}

const failure = 'Failed to send the reminders';

/** Emails the members what is missing: shows to whom first, and sends on the second click. */
export function RemindDialog({ rows, deadlines, onClose }: ActionDialogProps) {
  const zone = useTimeZone();
  const [deadlineId, setDeadlineId] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [shownFor, setShownFor] = useState<string | null>(null);
  const preview = useAction(sendReminders, { failure, isInline: true });
  const send = useAction(sendReminders, { failure, isInline: true });
  const run = (dryRun: boolean) => {
    setShownFor(deadlineId);
    const groupIds = rows.map(({ _id }) => _id);
    return { body: { groupIds, deadlineId: deadlineId ?? '', text, dryRun } };
  };
  const shown = send.reply ?? (shownFor === deadlineId ? preview.reply : undefined);
  const groups = shown?.groups ?? [];
  const count = groups.reduce((sum, { recipients }) => sum + recipients.length, 0);
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const items = groups.map((group) => ({
    ...{ id: group.groupId, name: group.fypGroupName, what: whatOf(group, zone) },
  }));
  return (
    <Modal opened onClose={onClose} title="Remind these groups" size="lg">
      <Stack>
        <Select
          label="Deadline"
          required
          data={deadlines
            .filter(({ documents }) => documents.length > 0)
            .map(({ _id, title }) => ({ value: _id, label: title }))}
          value={deadlineId}
          onChange={setDeadlineId}
          disabled={send.reply !== undefined}
        />
        <Textarea
          label="Your words"
          description="Stand in the email below what is missing; may be left out."
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {shown && (
          <>
            <Text role="status">
              {send.reply?.message ?? (count === 0 ? 'Nobody would be emailed.' : `${emails}:`)}
            </Text>
            <PreviewList label="Emails for each group" items={items} />
          </>
        )}
        {(send.error ?? preview.error) && (
          <Text role="alert" c="var(--mantine-color-error)">
            {send.error ?? preview.error}
          </Text>
        )}
        {send.reply ? (
          <Button onClick={onClose}>Close</Button>
        ) : shown && count > 0 ? (
          <Button loading={send.isRunning} onClick={() => send.run(run(false))}>
            Send {emails}
          </Button>
        ) : (
          <Button
            disabled={!deadlineId}
            loading={preview.isRunning}
            onClick={() => preview.run(run(true))}
          >
            Show who would be emailed
          </Button>
        )}
      </Stack>
    </Modal>
  );
}
