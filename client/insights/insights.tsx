import { Paper, Stack } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { findInsightChoices } from '#contract/insights.ts';
import { Patterns } from './charts/fills.tsx';
import { InsightFilters } from './insight-filters.tsx';
import classes from './insights.module.css';
import { LoadSection, StrictnessSection, SubmissionsSection } from './other-sections.tsx';
import { HandedInSection, MarksInSection } from './progress-sections.tsx';
import { SpreadSection, useSpread } from './spread-section.tsx';
import { type InsightAddress, useInsightAddress } from './use-insight-address.ts';
import { type InsightsRead, useInsights } from './use-insights.ts';

/** Every chart that the reader may see, narrowed alike; drawn as they load, without waiting for what may be chosen. */
export function Insights({ isAdmin }: { isAdmin: boolean }) {
  const address = useInsightAddress();
  const choices = useRead(findInsightChoices, {}, { failure: 'Failed to load the groups' });
  const read = useInsights(address);
  const spread = useSpread(address);
  if (choices.error !== undefined) {
    const { error, retry, isRetrying } = choices;
    return <ErrorState message={error} onRetry={retry} isRetrying={isRetrying} />;
  }
  if (choices.data?.programs.length === 0) {
    return (
      <EmptyState title="No groups yet" drawing="people">
        {isAdmin
          ? 'Charts are drawn once groups have handed in proposals.'
          : 'Charts are drawn of the groups that you supervise, once there are any.'}
      </EmptyState>
    );
  }
  return (
    <div className={classes.page}>
      <Patterns />
      <InsightFilters address={address} isAdmin={isAdmin} choices={choices.data} />
      <Charts address={address} isAdmin={isAdmin} read={read} spread={spread} />
    </div>
  );
}

type ChartsProps = {
  address: InsightAddress;
  isAdmin: boolean;
  read: InsightsRead;
  spread: ReturnType<typeof useSpread>;
};

/** Where the filters let no group through, one notice instead of six empty charts; of a failed call too. */
function Charts({ address, isAdmin, read, spread }: ChartsProps) {
  const { data, error, retry, isRetrying } = read;
  if (address.isNarrowed && data?.load.length === 0) {
    return (
      <NothingFound title="No group matches" all="groups" onShowAll={address.showAll}>
        No group has this program, category and supervisor together.
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
      <HandedInSection {...shared} />
      <MarksInSection {...shared} />
      {distribution}
      {isAdmin && <StrictnessSection {...shared} />}
      <LoadSection {...shared} />
    </Stack>
  );
}
