import { Button, Group } from '@mantine/core';
import { useAction } from '#client/api/use-action.ts';
import { sendEmailAgain } from '#contract/admin/undelivered-emails.ts';
import { type EmailSummary, getEmail } from '#contract/messages/emails.ts';
import { DismissButton } from './dismiss-button.tsx';
import { emailActionOptions } from './email-action-options.ts';

type EmailButtonsProps = {
  email: Pick<EmailSummary, '_id' | 'recipient' | 'failedAt'>;
  onDismissed?: () => void;
};

export function EmailButtons({ email, onDismissed }: EmailButtonsProps) {
  const { _id: emailId, recipient, failedAt } = email;
  const again = useAction(sendEmailAgain, {
    ...emailActionOptions,
    invalidates: [...emailActionOptions.invalidates, getEmail],
  });
  return (
    <Group gap="xs" flex="none">
      <Button
        variant="default"
        size="xs"
        aria-label={`Send again the email to ${recipient}`}
        loading={again.isRunning}
        onClick={() => again.run({ params: { emailId } })}
      >
        Send again
      </Button>
      {failedAt && (
        <DismissButton
          email={email}
          isDisabled={again.isRunning}
          onDismissed={() => onDismissed?.()}
        />
      )}
    </Group>
  );
}
