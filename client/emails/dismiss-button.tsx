import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useAction } from '#client/api/use-action.ts';
import { ConfirmDialog } from '#client/ui/dialog/confirm-dialog.tsx';
import { dismissEmail } from '#contract/admin/undelivered-emails.ts';
import type { EmailSummary } from '#contract/messages/emails.ts';
import { emailActionOptions } from './email-action-options.ts';

type DismissButtonProps = {
  email: Pick<EmailSummary, '_id' | 'recipient'>;
  isDisabled: boolean;
  onDismissed: () => void;
};

/** Deletes an email that couldn’t be delivered. */
export function DismissButton({ email, isDisabled, onDismissed }: DismissButtonProps) {
  const { _id: emailId, recipient } = email;
  const [opened, dialog] = useDisclosure(false);
  const dismiss = useAction(dismissEmail, {
    ...emailActionOptions,
    onDone: () => {
      dialog.close();
      onDismissed();
    },
  });
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label={`Dismiss the email to ${recipient}`}
        disabled={isDisabled}
        onClick={dialog.open}
      >
        Dismiss
      </Button>
      <ConfirmDialog
        opened={opened}
        title="Dismiss this email?"
        confirmLabel="Dismiss"
        consequence="This cannot be undone. The email is deleted and won’t be sent."
        isBusy={dismiss.isRunning}
        busyText="Dismissing…"
        onConfirm={() => dismiss.run({ params: { emailId } })}
        onClose={dialog.close}
      >
        The email to {recipient} couldn’t be delivered.
      </ConfirmDialog>
    </>
  );
}
