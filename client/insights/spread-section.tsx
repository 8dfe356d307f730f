import { Select } from '@mantine/core';
import { useScheme } from '#client/api/cohort-content.ts';
import { useRead } from '#client/api/use-read.ts';
import { findSpread, type SpreadKey } from '#contract/insights.ts';
import { milestonesOf } from '#contract/rules/scheme.ts';
import { SpreadChart } from './charts/spread-chart.tsx';
import { Choice } from './insight-filters.tsx';
import { InsightSection } from './insight-section.tsx';
import type { InsightAddress } from './use-insight-address.ts';

const keys: Record<SpreadKey, string> = {
  milestone: 'Milestone',
  program: 'Program',
  category: 'Category',
  supervisor: 'Supervisor',
};

const queryOf = ({ filter, by, milestone }: InsightAddress) => ({
  ...filter,
  by,
  ...(milestone !== undefined && { milestone }),
});

/** A call of its own, since this chart is narrowed further than the others. */
export function useSpread(address: InsightAddress) {
  const options = { failure: 'Failed to load the marks', keepsPrevious: true };
  const read = useRead(findSpread, { query: queryOf(address) }, options);
  return { ...read, data: read.data?.rows };
}

type SpreadProps = { address: InsightAddress; read: ReturnType<typeof useSpread> };

/** How marks are distributed, milestone by milestone or, of one or all of them, split by something else. */
export function SpreadSection({ address, read }: SpreadProps) {
  const { by, milestone, set } = address;
  const milestones = milestonesOf(useScheme());
  return (
    <InsightSection
      chart="spread"
      description="In per cent of what a milestone is marked out of. The box holds the middle half of the marks, the thick line is the median, the thin line goes from the lowest mark to the highest."
      read={read}
      query={queryOf(address)}
      empty="No marks yet"
      controls={
        <>
          <Select
            label="Split by"
            data={Object.entries(keys).map(([value, label]) => ({ value, label }))}
            value={by}
            onChange={(to) => set('by', to === 'milestone' ? null : to)}
          />
          <Choice
            label="Milestone"
            all="All milestones"
            data={milestones.map(({ key, title }) => ({ value: key, label: title }))}
            value={milestone}
            onChange={(to) => set('milestone', to)}
          />
        </>
      }
    >
      {(rows) => <SpreadChart rows={rows} />}
    </InsightSection>
  );
}
