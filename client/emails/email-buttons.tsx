import { Button, Group } from '@mantine/core';
import { adminToastDurationMs } from '#client/api/toast.ts';
import { useAction } from '#client/api/use-action.ts';
import {
  dismissEmail,
  listUndeliveredEmails,
  sendEmailAgain,
} from '#contract/admin/undelivered-emails.ts';
import { type EmailSummary, getEmail, listEmails } from '#contract/messages/emails.ts';

const actionOptions = {
  failure: 'Failed to change the email',
  toastFor: adminToastDurationMs,
  invalidates: [listUndeliveredEmails, listEmails],
};

type EmailButtonsProps = {
  email: Pick<EmailSummary, '_id' | 'recipient' | 'failedAt'>;
  onDismissed?: () => void;
};

export function EmailButtons({
  email: { _id: emailId, recipient, failedAt },
  onDismissed,
}: EmailButtonsProps) {
  const again = useAction(sendEmailAgain, {
    ...actionOptions,
    invalidates: [...actionOptions.invalidates, getEmail],
  });
  const dismiss = useAction(dismissEmail, { ...actionOptions, onDone: () => onDismissed?.() });
  const isBusy = again.isRunning || dismiss.isRunning;
  return (
    <Group gap="xs" flex="none">
      <Button
        variant="default"
        size="xs"
        aria-label={`Send again the email to ${recipient}`}
        loading={again.isRunning}
        disabled={isBusy}
        onClick={() => again.run({ params: { emailId } })}
      >
        Send again
      </Button>
      {failedAt && (
        <Button
          variant="subtle"
          color="red"
          size="xs"
          aria-label={`Dismiss the email to ${recipient}`}
          loading={dismiss.isRunning}
          disabled={isBusy}
          onClick={() => dismiss.run({ params: { emailId } })}
        >
          Dismiss
        </Button>
      )}
    </Group>
  );
}
