import { Paper, Stack } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { ColumnLayout } from '#client/ui/columns.tsx';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { findInsightChoices } from '#contract/insights.ts';
import { FillPatterns } from './charts/fills.tsx';
import { InsightFilters } from './insight-filters.tsx';
import classes from './insights.module.css';
import { StrictnessSection, SubmissionsSection, SupervisorLoadSection } from './other-sections.tsx';
import { MarkingProgressSection, SubmissionProgressSection } from './progress-sections.tsx';
import { SpreadSection, useMarkSpread } from './spread-section.tsx';
import { type InsightFilterState, useInsightFilters } from './use-insight-filters.ts';
import { type InsightsQuery, useInsights } from './use-insights.ts';

export function Insights({ isAdmin }: { isAdmin: boolean }) {
  const address = useInsightFilters();
  const choices = useRead(findInsightChoices, {}, { failure: 'Couldn’t load the groups' });
  const read = useInsights(address);
  const spread = useMarkSpread(address);
  if (choices.error !== undefined) {
    const { error, retry, isRetrying } = choices;
    return <ErrorState message={error} onRetry={retry} isRetrying={isRetrying} />;
  }
  if (choices.data?.programs.length === 0) {
    return (
      <EmptyState title="No groups yet" drawing="people">
        {isAdmin
          ? 'Charts appear once groups have submitted proposals.'
          : 'Charts appear once you supervise groups.'}
      </EmptyState>
    );
  }
  return (
    <div className={classes.page}>
      <FillPatterns />
      <InsightFilters
        address={address}
        isAdmin={isAdmin}
        choices={choices.data}
        hasOutcomes={read.data?.hasOutcomes ?? false}
      />
      <Charts address={address} isAdmin={isAdmin} read={read} spread={spread} />
    </div>
  );
}

const twoColumns = 'minmax(0, 1fr) minmax(0, 1fr)';

type ChartsProps = {
  address: InsightFilterState;
  isAdmin: boolean;
  read: InsightsQuery;
  spread: ReturnType<typeof useMarkSpread>;
};

/** If no group matches, shows only a message. After an error, shows only the error and the distribution of marks. */
function Charts({ address, isAdmin, read, spread }: ChartsProps) {
  const { data, error, retry, isRetrying } = read;
  if (address.isNarrowed && data?.load.length === 0) {
    return (
      <NothingFound title="No matching groups" all="groups" onShowAll={address.showAll}>
        No group has this program, category and supervisor.
      </NothingFound>
    );
  }
  const distribution = <SpreadSection address={address} read={spread} />;
  if (error !== undefined) {
    return (
      <Stack gap="lg">
        <Paper>
          <ErrorState message={error} onRetry={retry} isRetrying={isRetrying} />
        </Paper>
        {distribution}
      </Stack>
    );
  }
  const shared = { read, filter: address.filter };
  return (
    <Stack gap="lg">
      <SubmissionsSection {...shared} />
      <ColumnLayout widths={twoColumns}>
        <SubmissionProgressSection {...shared} />
        <MarkingProgressSection {...shared} />
      </ColumnLayout>
      {isAdmin ? (
        <ColumnLayout widths={twoColumns}>
          {distribution}
          <StrictnessSection {...shared} />
        </ColumnLayout>
      ) : (
        distribution
      )}
      <SupervisorLoadSection {...shared} />
    </Stack>
  );
}
