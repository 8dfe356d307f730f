import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#client/api/problems.ts';
import { query } from '#client/api/queries.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { LoadingLines } from '#client/ui/loading.tsx';
import { findAttention } from '#contract/attention.ts';
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
  const { unboundNames, alikeAccounts } = data;
  const hasNames = unboundNames.length + alikeAccounts.length > 0;
  if (!hasNames) {
    return (
      <EmptyState title="Nothing needs your attention">
        Names that match no account are listed here.
      </EmptyState>
    );
  }
  return (
    <Stack gap="lg">
      {hasNames && <UnclearNames unboundNames={unboundNames} alikeAccounts={alikeAccounts} />}
    </Stack>
  );
}
