import '@mantine/charts/styles.css';

import { Stack } from '@mantine/core';
import { useRead } from '#client/api/use-read.ts';
import { NothingFound } from '#client/ui/list/nothing-found.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { Loaded } from '#client/ui/state/loaded.tsx';
import { LoadingCards } from '#client/ui/state/loading.tsx';
import { findInsightChoices, findLoad } from '#contract/insights.ts';
import { Patterns } from './fills.tsx';
import { InsightFilters } from './insight-filters.tsx';
import classes from './insights.module.css';
import { LoadSection, StrictnessSection, SubmissionsSection } from './other-sections.tsx';
import { HandedInSection, MarksInSection } from './progress-sections.tsx';
import { SpreadSection } from './spread-section.tsx';
import { type InsightAddress, useInsightAddress } from './use-insight-address.ts';

/** Every chart that the reader may see, narrowed alike. */
export function Insights({ isAdmin }: { isAdmin: boolean }) {
  const address = useInsightAddress();
  const choices = useRead(findInsightChoices, {}, { failure: 'Failed to load the groups' });
  const loading = <LoadingCards cards={3} height={300} label="Loading the groups…" />;
  return (
    <div className={classes.page}>
      <Patterns />
      <Loaded read={choices} loading={loading}>
        {({ programs }) =>
          programs.length === 0 ? (
            <EmptyState title="No groups yet" drawing="people">
              {isAdmin
                ? 'Charts are drawn once groups have handed in proposals.'
                : 'Charts are drawn of the groups that you supervise, once there are any.'}
            </EmptyState>
          ) : (
            <>
              <InsightFilters address={address} isAdmin={isAdmin} />
              <Charts address={address} isAdmin={isAdmin} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** Where the filters let no group through, one notice instead of six empty charts. */
function Charts({ address, isAdmin }: { address: InsightAddress; isAdmin: boolean }) {
  const options = { failure: 'Failed to load the groups', keepsPrevious: true };
  const { data } = useRead(findLoad, { query: address.filter }, options);
  if (address.isNarrowed && data?.rows.length === 0) {
    return (
      <NothingFound title="No group matches" all="groups" onShowAll={address.showAll}>
        No group has this program, category and supervisor together.
      </NothingFound>
    );
  }
  return (
    <Stack gap="lg">
      <SubmissionsSection address={address} />
      <HandedInSection address={address} />
      <MarksInSection address={address} />
      <SpreadSection address={address} />
      {isAdmin && <StrictnessSection address={address} />}
      <LoadSection address={address} />
    </Stack>
  );
}
