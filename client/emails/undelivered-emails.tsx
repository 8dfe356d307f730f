import { Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { invalidate, query } from '#client/api/queries.ts';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { adminToastMs, toast } from '#client/ui/toast.ts';
import {
  dismissEmail,
  listUndeliveredEmails,
  sendEmailAgain,
  twiceDays,
  type UndeliveredEmail,
} from '#contract/admin.ts';
import { UndeliveredEmailItem } from './undelivered-email.tsx';

/** How often the list is read anew while emails are queued: each may be sent at any moment. */
const everyMs = 5000;

/** Emails that are queued or were refused, with the reason, and what an admin can do about it. */
export function UndeliveredEmails() {
  const { data, error, refetch, isFetching } = useQuery({
    ...query(listUndeliveredEmails),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.waitingTotal ? everyMs : false),
  });
  const act = useMutation({
    mutationFn: ({ email, action }: { email: UndeliveredEmail; action: 'again' | 'dismiss' }) =>
      call(action === 'again' ? sendEmailAgain : dismissEmail, {
        params: { emailId: email._id },
      }),
    onSuccess: ({ message }) => toast.success(message, adminToastMs),
    onError: (refusal) => {
      if (!isCancelled(refusal)) {
        toast.error(messageOf(refusal, 'Failed to change the email'), adminToastMs);
      }
    },
    onSettled: () => invalidate(listUndeliveredEmails),
  });

  if (!data) {
    return error ? (
      <ErrorState
        message={messageOf(error, 'Failed to load emails')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    ) : (
      <LoadingTable rows={3} columns={3} label="Loading emails…" />
    );
  }
  const twice = data.twiceTotal > 0 && <SecondCopies total={data.twiceTotal} />;
  if (data.failedTotal + data.waitingTotal === 0) {
    return (
      <>
        <EmptyState title="No email is queued or refused">
          What is not sent yet, and what the mail server refuses, is shown here.
        </EmptyState>
        {twice}
      </>
    );
  }
  const items = (emails: UndeliveredEmail[]) => (
    <Stack component="ul" gap="sm" className="plain">
      {emails.map((email) => (
        <UndeliveredEmailItem
          key={email._id}
          email={email}
          busyWith={
            act.isPending && act.variables.email._id === email._id
              ? act.variables.action
              : undefined
          }
          onSendAgain={() => act.mutate({ email, action: 'again' })}
          onDismiss={() => act.mutate({ email, action: 'dismiss' })}
        />
      ))}
    </Stack>
  );
  return (
    <Stack gap="xl">
      {data.failedTotal > 0 && (
        <Section
          title={inWords(data.failedTotal, 'was', 'were', 'refused')}
          description={`The mail server refused them for good, or they were tried for five days.${onlyFirst(data.failed, data.failedTotal)}`}
        >
          {items(data.failed)}
        </Section>
      )}
      {data.waitingTotal > 0 && (
        <Section
          title={inWords(data.waitingTotal, 'is', 'are', 'queued')}
          description={`They are sent, and tried again, by themselves.${onlyFirst(data.waiting, data.waitingTotal)}`}
        >
          {items(data.waiting)}
        </Section>
      )}
      {twice}
    </Stack>
  );
}

/** Nothing to act on: said so that a question about a second copy has its answer. */
function SecondCopies({ total }: { total: number }) {
  return (
    <Text size="sm" c="dimmed">
      {total === 1 ? '1 email' : `${total} emails`} of the last {twiceDays} days may have arrived
      twice: the mail server, or the portal, ended before the answer to the first copy. Both copies
      say the same.
    </Text>
  );
}

const inWords = (count: number, one: string, several: string, what: string) =>
  count === 1 ? `1 email ${one} ${what}` : `${count} emails ${several} ${what}`;

const onlyFirst = (shown: UndeliveredEmail[], total: number) =>
  shown.length < total ? ` The first ${shown.length} are shown.` : '';
