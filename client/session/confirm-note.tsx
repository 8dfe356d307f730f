import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { messageOf } from '#client/api/problems.ts';
import { confirmEmail } from '#contract/users.ts';

/** Confirms the address of a letter's link as soon as the page is open, and says how it went. */
export function ConfirmNote({ token }: { token: string }) {
  const confirmed = useQuery({
    queryKey: ['confirm-email', token],
    queryFn: () => call(confirmEmail, { body: { token } }),
    // A link works once: asking again would say that it is over.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (confirmed.isError) {
    return (
      <Alert color="red" role="alert" mb="md">
        {messageOf(confirmed.error, 'The address could not be confirmed.')} Log in, and the page
        “Marks” sends you another letter.
      </Alert>
    );
  }
  return (
    <Alert color={confirmed.isSuccess ? 'green' : undefined} role="status" mb="md">
      {confirmed.data?.message ?? 'Confirming your e-mail…'}
    </Alert>
  );
}
