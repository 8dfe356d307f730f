import { Stack } from '@mantine/core';
import { useListRead } from '#client/api/lists/use-list-read.ts';
import { formatSearchCount } from '#client/ui/list/format-search-count.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { actionsColumn, ListTable } from '#client/ui/list/list-table.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { type EmailSummary, listEmails } from '#contract/messages/emails.ts';
import { EmailFilters } from './email-filters.tsx';
import { EmailPreview } from './email-preview.tsx';
import { EmailRow } from './email-row.tsx';
import { type EmailListUrlState, useEmailListUrlState } from './use-email-address.ts';

const pollMs = 5000;

export function EmailList() {
  const address = useEmailListUrlState();
  const { q, state, limit, page, unknown } = address;
  const emails = useListRead(
    listEmails,
    { query: { page, limit, q, ...(state && { state }) } },
    {
      unknown,
      nothing: { emails: [], total: 0 },
      failure: 'Couldn’t load emails',
      keepsPrevious: true,
      staleTime: 0,
      refetchMs: (data) => (data.emails.some((email) => email.state === 'queued') ? pollMs : false),
    },
  );
  const noun = state ? `${state} email` : 'email';
  const resultText =
    emails.data && !emails.isStale && formatSearchCount(emails.data.total, noun, q);
  return (
    <Stack gap="md">
      <EmailFilters address={address} resultText={resultText || undefined} />
      <UnknownFilters unknown={unknown} onRemove={address.remove} />
      <Loaded read={emails} loading={<LoadingTable rows={8} columns={4} label="Loading emails…" />}>
        {(data) =>
          data.total === 0 ? (
            <NoEmails address={address} />
          ) : (
            <ListFrame isStale={emails.isStale}>
              <EmailTable emails={data.emails} onShow={address.show} />
            </ListFrame>
          )
        }
      </Loaded>
      <PageLinks label="Pages of emails" address={address} read={emails} limit={limit} />
      <EmailPreview emailId={address.shown} onClose={address.close} />
    </Stack>
  );
}

type EmailTableProps = { emails: readonly EmailSummary[]; onShow: (emailId: string) => void };

const columns = [
  { title: 'To', w: '23%' },
  { title: 'Subject', w: '24%' },
  { title: 'State' },
  actionsColumn,
];

function EmailTable({ emails, onShow }: EmailTableProps) {
  return (
    <ListTable label="Emails" columns={columns} cardsBelow="lg">
      {emails.map((email) => (
        <EmailRow key={email._id} email={email} onShow={() => onShow(email._id)} />
      ))}
    </ListTable>
  );
}

function NoEmails({ address: { q, state, unknown, showAll } }: { address: EmailListUrlState }) {
  if (q === '' && state === undefined && unknown.length === 0) {
    return (
      <EmptyState title="No emails yet">
        All the portal’s emails appear here with their delivery state.
      </EmptyState>
    );
  }
  return (
    <NothingFound title="No matching emails" all="emails" onShowAll={showAll}>
      Try different keywords. The search covers recipients, subjects and groups.
    </NothingFound>
  );
}
