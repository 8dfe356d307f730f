import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { paths } from '#client/paths.ts';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { listUndeliveredEmails, twiceDays, type UndeliveredEmail } from '#contract/admin.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { UndeliveredEmailItem } from './undelivered-email.tsx';

/** How often the list is read anew while emails are queued: each may be sent at any moment. */
const everyMs = 5000;

/** Emails that are queued or were refused, with the reason, and what an admin can do about it. */
export function UndeliveredEmails() {
  const emails = useRead(
    listUndeliveredEmails,
    {},
    {
      failure: 'Failed to load emails',
      staleTime: 0,
      refetchMs: ({ waitingTotal }) => (waitingTotal > 0 ? everyMs : false),
    },
  );
  return (
    <Stack gap="lg">
      <Text size="sm">
        What is not sent stands here.{' '}
        <Anchor component={Link} to={paths.emails} inherit>
          All emails
        </Anchor>{' '}
        lists those that were sent as well, and shows what they say.
      </Text>
      <Loaded read={emails} loading={<LoadingTable rows={3} columns={3} label="Loading emails…" />}>
        {(data) => <Undelivered {...data} />}
      </Loaded>
    </Stack>
  );
}

function Undelivered(found: ReplyOf<typeof listUndeliveredEmails>) {
  const { failed, failedTotal, waiting, waitingTotal, twiceTotal } = found;
  const twice = twiceTotal > 0 && <SecondCopies total={twiceTotal} />;
  if (failedTotal + waitingTotal === 0) {
    return (
      <>
        <EmptyState title="No email is queued or refused">
          What is not sent yet, and what the mail server refuses, is shown here.
        </EmptyState>
        {twice}
      </>
    );
  }
  return (
    <Stack gap="xl">
      {failedTotal > 0 && (
        <Section
          title={formatTotal(failedTotal, 'was', 'were', 'refused')}
          description={`The mail server refused them for good, or they were tried for five days.${onlyFirst(failed, failedTotal)}`}
        >
          <EmailItems emails={failed} />
        </Section>
      )}
      {waitingTotal > 0 && (
        <Section
          title={formatTotal(waitingTotal, 'is', 'are', 'queued')}
          description={`They are sent, and tried again, by themselves.${onlyFirst(waiting, waitingTotal)}`}
        >
          <EmailItems emails={waiting} />
        </Section>
      )}
      {twice}
    </Stack>
  );
}

function EmailItems({ emails }: { emails: readonly UndeliveredEmail[] }) {
  return (
    <Stack component="ul" gap="sm" className="plain">
      {emails.map((email) => (
        <UndeliveredEmailItem key={email._id} email={email} />
      ))}
    </Stack>
  );
}

/** There is nothing to do about them; it answers a question about a second copy. */
function SecondCopies({ total }: { total: number }) {
  return (
    <Text size="sm" c="dimmed">
      {total === 1 ? '1 email' : `${total} emails`} of the last {twiceDays} days may have arrived
      twice: the mail server, or the portal, ended before the reply to the first copy. Both copies
      say the same.
    </Text>
  );
}

const formatTotal = (count: number, one: string, several: string, what: string) =>
  count === 1 ? `1 email ${one} ${what}` : `${count} emails ${several} ${what}`;

const onlyFirst = (shown: readonly UndeliveredEmail[], total: number) =>
  shown.length < total ? ` The first ${shown.length} are shown.` : '';
