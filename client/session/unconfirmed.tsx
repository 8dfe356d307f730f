import { Alert, Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { messageOf } from '#client/api/problems.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Problem } from '#contract/problem.ts';
import { resendConfirmation } from '#contract/users.ts';

/** Whether a call was refused because the caller's address is not confirmed yet. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'unconfirmed';

/** Instead of a page that needs a confirmed address: where the letter went, and how to get another. */
export function Unconfirmed({ email, onRetry }: { email: string; onRetry: () => void }) {
  const resend = useMutation({ mutationFn: () => call(resendConfirmation) });
  return (
    <EmptyState
      title="Confirm your e-mail first"
      drawing="lock"
      action={
        <Stack gap="sm" align="center">
          <Button onClick={onRetry}>I have confirmed it</Button>
          <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
            Send the letter again
          </Button>
          {resend.isSuccess && (
            <Alert color="green" role="status">
              {resend.data.message}
            </Alert>
          )}
          {resend.isError && (
            <Alert color="red" role="alert">
              {messageOf(resend.error, 'The letter could not be sent.')}
            </Alert>
          )}
        </Stack>
      }
    >
      A letter with a link went to {email}. The link shows that the address is yours; only then may
      your group’s data be opened with it. Look into the spam folder too.
    </EmptyState>
  );
}
