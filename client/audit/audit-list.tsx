import { Stack } from '@mantine/core';
import { useListRead } from '#client/api/lists/use-list-read.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { ListTable } from '#client/ui/list/list-table.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { OlderNewerButtons } from '#client/ui/list/older-and-newer.tsx';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { type AuditEntry, listAudit } from '#contract/admin/audit.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { useAuditUrlState } from './use-audit-address.ts';

const limit = 30;

export function AuditList() {
  const { filter, unknown, cursor, narrow, remove, turn, isNarrowed } = useAuditUrlState();
  const trail = useListRead(
    listAudit,
    { query: { ...filter, ...cursor, limit } },
    {
      unknown,
      nothing: { entries: [], older: null, newer: null },
      failure: 'Couldn’t load the audit trail',
      keepsPrevious: true,
      // Always refetch, because even viewing this page adds an entry to the audit trail.
      staleTime: 0,
    },
  );
  return (
    <Stack gap="md">
      <AuditFilters filter={filter} hasUnknownFilters={unknown.length > 0} onNarrow={narrow} />
      <UnknownFilters unknown={unknown} onRemove={remove} />
      <Loaded
        read={trail}
        loading={<LoadingTable rows={8} columns={4} label="Loading the audit trail…" />}
      >
        {({ entries }) =>
          entries.length === 0 ? (
            <NoEntries
              isNarrowed={isNarrowed}
              onClear={() => narrow({ q: '', action: '', from: '', to: '' })}
            />
          ) : (
            <ListFrame isStale={trail.isStale}>
              <AuditTable entries={entries} />
            </ListFrame>
          )
        }
      </Loaded>
      <OlderNewerButtons
        label="Pages of the audit trail"
        older={trail.data?.older}
        newer={trail.data?.newer}
        onPageChange={turn}
      />
    </Stack>
  );
}

const columns = [
  { title: 'Time' },
  { title: 'Action' },
  { title: 'By', w: '27%' },
  { title: 'Subject', w: '43%' },
];

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ListTable label="Audit trail" columns={columns} cardsBelow="md">
      {entries.map((entry) => (
        <AuditRow key={entry._id} entry={entry} />
      ))}
    </ListTable>
  );
}

function NoEntries({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (!isNarrowed) {
    return <EmptyState title="No entries yet">Actions in the portal are recorded here.</EmptyState>;
  }
  return (
    <NothingFound title="No matching entries" onShowAll={onClear}>
      Try different keywords. The search covers names, emails, groups, details and IP addresses.
    </NothingFound>
  );
}
