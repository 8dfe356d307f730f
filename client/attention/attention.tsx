import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { LoadingLines } from '#client/ui/state/loading.tsx';
import { findAttention } from '#contract/admin.ts';
import { formatSize } from '#contract/documents.ts';
import { DamagedFiles } from './damaged-files.tsx';
import { LeftMembers } from './left-members.tsx';
import { Objections } from './objections.tsx';
import { UnclearNames } from './unclear-names.tsx';

/** What waits for the office; a section for each kind that there is something of. */
export function Attention() {
  const { data, error, refetch, isFetching } = useQuery({ ...query(findAttention), staleTime: 0 });
  if (error && !data) {
    return (
      <ErrorState
        message={messageOf(error, 'Failed to load what needs attention')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (!data) return <LoadingLines lines={6} label="Loading what needs attention…" />;
  const { unboundNames, alikeAccounts, leftMembers, objections, fileFaults, storage } = data;
  const hasNames = unboundNames.length + alikeAccounts.length > 0;
  const hasPeople = leftMembers.length + objections.length > 0;
  if (!hasNames && !hasPeople && fileFaults.length === 0 && !storage.isLow) {
    return (
      <EmptyState title="Nothing needs your attention">
        Names that match no account, accounts that lost their group, members who object to their
        group, damaged files and a disk that fills up are shown here.
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      {storage.isLow && (
        <Alert color="red" title="The disk is nearly full: no files are taken" role="alert">
          {formatSize(storage.free)} are free, and uploads need {formatSize(storage.watermark)} to
          spare. Marks are still saved. Make room on the disk that holds the portal’s data, or give
          it a larger one; files are then taken again by themselves.
        </Alert>
      )}
      {objections.length > 0 && <Objections objections={objections} />}
      {fileFaults.length > 0 && <DamagedFiles faults={fileFaults} />}
      {leftMembers.length > 0 && <LeftMembers members={leftMembers} />}
      {hasNames && <UnclearNames unboundNames={unboundNames} alikeAccounts={alikeAccounts} />}
    </Stack>
  );
}
