import { Select } from '@mantine/core';
import { useScheme } from '#client/api/cohort-content.ts';
import { findUnknownChoices } from '#client/api/use-filters.ts';
import { useListRead } from '#client/api/use-list-read.ts';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
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
  const unknown = [...address.unknown, ...address.unknownOfSpread];
  const options = { failure: 'Failed to load the marks', keepsPrevious: true };
  const read = useListRead(
    findSpread,
    { query: queryOf(address) },
    { unknown, nothing: { rows: [] }, ...options },
  );
  return { ...read, data: read.data?.rows };
}

type SpreadProps = { address: InsightAddress; read: ReturnType<typeof useSpread> };

/** How marks are distributed, milestone by milestone or, of one or all of them, split by something else. */
export function SpreadSection({ address, read }: SpreadProps) {
  const { by, milestone, set } = address;
  const milestones = milestonesOf(useScheme());
  const keysOfScheme = milestones.length > 0 ? milestones.map(({ key }) => key) : undefined;
  const unknown = [
    ...address.unknownOfSpread,
    ...findUnknownChoices({ milestone }, { milestone: keysOfScheme }),
  ];
  return (
    <InsightSection
      chart="spread"
      description="In per cent of what a milestone is marked out of. The box holds the middle half of the marks, the thick line is the median, the thin line goes from the lowest mark to the highest."
      read={read}
      query={queryOf(address)}
      isUnknown={address.unknownOfSpread.length > 0}
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
          <UnknownFilters unknown={unknown} onRemove={address.remove} />
        </>
      }
    >
      {(rows) => <SpreadChart rows={rows} />}
    </InsightSection>
  );
}
