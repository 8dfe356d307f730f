import { Button, Stack } from '@mantine/core';
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
import { type AnnouncementSummary, listAnnouncements } from '#contract/messages/announcements.ts';
import { AnnouncementFilters } from './announcement-filters.tsx';
import { AnnouncementRow } from './announcement-row.tsx';
import { AnnouncementViewDialog } from './announcement-sheet.tsx';
import type { AnnouncementUrlState } from './use-announcement-address.ts';

const limit = 25;
const pollMs = 5000;

type AnnouncementListProps = { cohort: string | undefined; address: AnnouncementUrlState };

export function AnnouncementList({ cohort, address }: AnnouncementListProps) {
  const { q, state, sort, page, unknown } = address;
  const filter = { q, sort, ...(cohort && { cohort }), ...(state && { state }) };
  const read = useListRead(
    listAnnouncements,
    { query: { ...filter, page, limit } },
    {
      unknown,
      nothing: { announcements: [], total: 0 },
      failure: 'Couldn’t load the announcements',
      keepsPrevious: true,
      staleTime: 0,
      refetchMs: ({ announcements }) =>
        announcements.some(({ emails }) => emails.queued > 0) ? pollMs : false,
    },
  );
  const noun = state ? `${state} announcement` : 'announcement';
  const resultText = read.data && !read.isStale && formatSearchCount(read.data.total, noun, q);
  return (
    <Stack gap="md">
      <AnnouncementFilters address={address} filter={filter} resultText={resultText || undefined} />
      <UnknownFilters unknown={unknown} onRemove={address.remove} />
      <Loaded
        read={read}
        loading={<LoadingTable rows={4} columns={4} label="Loading announcements…" />}
      >
        {(data) =>
          data.total === 0 ? (
            <NoAnnouncements address={address} />
          ) : (
            <ListFrame isStale={read.isStale}>
              <AnnouncementTable announcements={data.announcements} address={address} />
            </ListFrame>
          )
        }
      </Loaded>
      <PageLinks label="Pages of announcements" address={address} read={read} limit={limit} />
      <AnnouncementViewDialog id={address.shown} onClose={address.close} />
    </Stack>
  );
}

type AnnouncementTableProps = {
  announcements: readonly AnnouncementSummary[];
  address: AnnouncementUrlState;
};

const columns = [
  { title: 'Title' },
  { title: 'State' },
  { title: 'To' },
  { title: 'Emails' },
  actionsColumn,
];

function AnnouncementTable({ announcements, address }: AnnouncementTableProps) {
  return (
    <ListTable label="Announcements" columns={columns} cardsBelow="md">
      {announcements.map((announcement) => (
        <AnnouncementRow key={announcement._id} announcement={announcement} address={address} />
      ))}
    </ListTable>
  );
}

function NoAnnouncements({ address }: { address: AnnouncementUrlState }) {
  const { q, state, unknown, showAll, write } = address;
  if (q === '' && state === undefined && unknown.length === 0) {
    return (
      <EmptyState
        title="No announcements yet"
        action={<Button onClick={write}>Write an announcement</Button>}
      >
        Announcements appear here with their audience and email delivery.
      </EmptyState>
    );
  }
  return (
    <NothingFound title="No matching announcements" all="announcements" onShowAll={showAll}>
      Search by title, audience or author.
    </NothingFound>
  );
}
