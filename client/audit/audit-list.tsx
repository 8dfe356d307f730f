import { Stack, Table } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import list from '#client/ui/list/list.module.css';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingTable } from '#client/ui/state/loading.tsx';
import { listAudit } from '#contract/audit.ts';
import { AuditFilters } from './audit-filters.tsx';
import classes from './audit-list.module.css';
import { AuditRow } from './audit-row.tsx';
import { OlderAndNewer } from './older-and-newer.tsx';
import { useAuditAddress } from './use-audit-address.ts';

const limit = 30;

/** The audit trail: who did what, of whom, when and from where; newest first. */
export function AuditList() {
  const { filter, place, narrow, turn, isNarrowed } = useAuditAddress();
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...query(listAudit, { query: { ...filter, ...place, limit } }),
    placeholderData: keepPreviousData,
    // Something happens at every moment, this page's own reading included.
    staleTime: 0,
  });
  return (
    <Stack gap="md">
      <AuditFilters filter={filter} onNarrow={narrow} />
      {error && !data ? (
        <ErrorState
          message={messageOf(error, 'Failed to load the audit trail')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : !data ? (
        <LoadingTable rows={8} columns={4} label="Loading the audit trail…" />
      ) : data.entries.length === 0 ? (
        <NoEntries
          isNarrowed={isNarrowed}
          onClear={() => narrow({ q: '', action: '', from: '', to: '' })}
        />
      ) : (
        <div className={list.frame} aria-busy={isPlaceholderData}>
          <Table aria-label="Audit trail">
            <Table.Thead className={classes.head}>
              <Table.Tr>
                <Table.Th>Time</Table.Th>
                <Table.Th>What</Table.Th>
                <Table.Th>By</Table.Th>
                <Table.Th>About</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.entries.map((entry) => (
                <AuditRow key={entry._id} entry={entry} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <OlderAndNewer older={data?.older} newer={data?.newer} onPageChange={turn} />
    </Stack>
  );
}

function NoEntries({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  if (!isNarrowed) {
    return (
      <EmptyState title="Nothing here">
        Whatever people do in the portal is written down here.
      </EmptyState>
    );
  }
  return (
    <NothingFound title="Nothing in the audit trail matches" onShowAll={onClear}>
      Names, emails, groups, details and addresses are searched.
    </NothingFound>
  );
}
