import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useRead } from '#client/api/use-read.ts';
import { Section } from '#client/ui/section.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import {
  duplicateEmailLookbackDays,
  listUndeliveredEmails,
  type UndeliveredEmail,
} from '#contract/admin/undelivered-emails.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { paths } from '#contract/paths.ts';
import { SendFailedAgain } from './send-failed-again.tsx';
import { UndeliveredEmailItem } from './undelivered-email.tsx';

const pollMs = 5000;

export function UndeliveredEmails() {
  const emails = useRead(
    listUndeliveredEmails,
    {},
    {
      failure: 'Couldn’t load emails',
      staleTime: 0,
      refetchMs: ({ waitingTotal }) => (waitingTotal > 0 ? pollMs : false),
    },
  );
  return (
    <Stack gap="lg">
      <Text size="sm">
        This list shows unsent emails.{' '}
        <Anchor component={Link} to={paths.emails} inherit>
          All emails
        </Anchor>{' '}
        also includes sent emails and their content.
      </Text>
      <Loaded read={emails} loading={<LoadingTable rows={3} columns={3} label="Loading emails…" />}>
        {(data) => <Undelivered {...data} />}
      </Loaded>
    </Stack>
  );
}

function Undelivered(reply: EndpointReply<typeof listUndeliveredEmails>) {
  const { failed, failedTotal, waiting, waitingTotal, twiceTotal } = reply;
  const twice = twiceTotal > 0 && <SecondCopies total={twiceTotal} />;
  if (failedTotal + waitingTotal === 0) {
    return (
      <>
        <EmptyState title="No queued or failed emails">
          Emails that are waiting to be sent or couldn’t be delivered appear here.
        </EmptyState>
        {twice}
      </>
    );
  }
  return (
    <Stack gap="xl">
      {failedTotal > 0 && (
        <Section
          title={failedTotal === 1 ? '1 failed email' : `${failedTotal} failed emails`}
          description={`The mail server rejected them permanently, or delivery failed for five days.${formatLimit(failed, failedTotal)}`}
          actions={<SendFailedAgain />}
        >
          <EmailItems emails={failed} />
        </Section>
      )}
      {waitingTotal > 0 && (
        <Section
          title={waitingTotal === 1 ? '1 queued email' : `${waitingTotal} queued emails`}
          description={`They are sent and retried automatically.${formatLimit(waiting, waitingTotal)}`}
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

function SecondCopies({ total }: { total: number }) {
  return (
    <Text size="sm" c="dimmed">
      {total === 1 ? '1 email' : `${total} emails`} of the last {duplicateEmailLookbackDays} days
      may have arrived twice, because the portal or the mail server stopped before the first copy
      was confirmed. Both copies are identical.
    </Text>
  );
}

const formatLimit = (shown: readonly UndeliveredEmail[], total: number) =>
  shown.length < total ? ` The first ${shown.length} are shown.` : '';
