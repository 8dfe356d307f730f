import { Button, Stack } from '@mantine/core';
import { usePortal } from '#client/api/portal.ts';
import { useAction } from '#client/api/use-action.ts';
import { FormStatus } from '#client/ui/form/form-status.tsx';
import { OfficeContact } from '#client/ui/office-contact.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { resendConfirmation } from '#contract/account.ts';
import { Problem } from '#contract/problem.ts';

/** Whether a call was refused because the caller's address is not confirmed yet. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'unconfirmed';

type UnconfirmedProps = { email: string; onRetry: () => void };

/** Instead of a page that needs a confirmed address: who confirms it, and how to get there. */
export function Unconfirmed({ email, onRetry }: UnconfirmedProps) {
  const portal = usePortal();
  if (portal?.confirmedBy === 'office') {
    return (
      <EmptyState
        title="The FYP office confirms your account first"
        drawing="lock"
        action={<Button onClick={onRetry}>It has been confirmed</Button>}
      >
        {portal.sendsEmail ? '' : 'This portal sends no email. '}Ask the office to confirm that{' '}
        {email} is yours; only then may your group’s data be opened with it:{' '}
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
      An email with a link went to {email}. Open it and enter your password: that shows that the
      address is yours, and only then may your group’s data be opened with it. Look into the spam
      folder too.
    </EmptyState>
  );
}

function SendAgain({ onRetry }: { onRetry: () => void }) {
  const resend = useAction(resendConfirmation, {
    failure: 'The email could not be sent.',
    isInline: true,
  });
  return (
    <Stack gap="sm" align="center">
      <Button onClick={onRetry}>I have confirmed it</Button>
      <Button variant="default" loading={resend.isRunning} onClick={() => resend.run()}>
        Send the email again
      </Button>
      <FormStatus error={resend.error} success={resend.reply?.message} />
    </Stack>
  );
}
