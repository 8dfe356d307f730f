import { Button, Stack } from '@mantine/core';
import { usePortalInfo } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { OfficeContact } from '#client/ui/office-contact.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { resendConfirmation } from '#contract/account.ts';

type UnconfirmedProps = { email: string; onRetry: () => void };

/** Shown instead of a page that requires a confirmed email address. */
export function UnconfirmedEmailMessage({ email, onRetry }: UnconfirmedProps) {
  const portal = usePortalInfo();
  if (portal?.confirmedBy === 'office') {
    return (
      <EmptyState
        title="The FYP office needs to confirm your account"
        drawing="lock"
        action={<Button onClick={onRetry}>Check again</Button>}
      >
        {portal.sendsEmail ? '' : 'This portal sends no email. '}Ask the FYP office to confirm that{' '}
        {email} is yours.{' '}
        {portal.sendsEmail ? 'We’ll then email you a link to choose' : 'It will then give you'} a
        new password. Until then, you can’t open your group:{' '}
        <OfficeContact office={portal.office} />.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Confirm your email first"
      drawing="lock"
      action={<SendAgain onRetry={onRetry} />}
    >
      We sent an email with a link to {email}. Open the link and enter your password to confirm that
      the address is yours. Until then, you can’t open your group. Check your spam folder too.
    </EmptyState>
  );
}

function SendAgain({ onRetry }: { onRetry: () => void }) {
  const resend = useAction(resendConfirmation, {
    failure: 'Couldn’t send the email',
    isInline: true,
  });
  return (
    <Stack gap="sm" align="center">
      <Button onClick={onRetry}>I have confirmed my email</Button>
      <Button variant="default" loading={resend.isRunning} onClick={() => resend.run()}>
        Send the email again
      </Button>
      <FormStatus error={resend.error} success={resend.reply?.message} />
    </Stack>
  );
}
