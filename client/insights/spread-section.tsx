import { Select } from '@mantine/core';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { findUnknownChoices } from '#client/api/lists/use-filters.ts';
import { useListRead } from '#client/api/lists/use-list-read.ts';
import { UnknownFilters } from '#client/ui/list/unknown-filters.tsx';
import { findSpread, type MarkDistributionDimension } from '#contract/insights.ts';
import { listMilestones } from '#contract/rules/scheme.ts';
import { SpreadChart } from './charts/spread-chart.tsx';
import { InsightSection } from './insight-section.tsx';
import type { InsightFilterState } from './use-insight-filters.ts';

const keys: Record<MarkDistributionDimension, string> = {
  milestone: 'Milestone',
  program: 'Program',
  category: 'Category',
  supervisor: 'Supervisor',
};

const toQuery = ({ filter, by, milestone }: InsightFilterState) => ({
  ...filter,
  by,
  ...(milestone !== undefined && { milestone }),
});

/** Sends a separate request, because the distribution of marks has additional filters. */
export function useMarkSpread(address: InsightFilterState) {
  const unknown = [...address.unknown, ...address.unknownOfSpread];
  const options = { failure: 'Couldn’t load the marks', keepsPrevious: true };
  const read = useListRead(
    findSpread,
    { query: toQuery(address) },
    { unknown, nothing: { rows: [] }, ...options },
  );
  return { ...read, data: read.data?.rows };
}

type SpreadProps = { address: InsightFilterState; read: ReturnType<typeof useMarkSpread> };

export function SpreadSection({ address, read }: SpreadProps) {
  const { by, milestone, set } = address;
  const milestones = listMilestones(useMarkingScheme());
  const keysOfScheme = milestones.length > 0 ? milestones.map(({ key }) => key) : undefined;
  const unknown = [
    ...address.unknownOfSpread,
    ...findUnknownChoices({ milestone }, { milestone: keysOfScheme }),
  ];
  return (
    <InsightSection
      chart="spread"
      description="How high the marks are, as a percentage of the maximum marks. The box contains the middle half of the marks, the thick line is the median, and the thin line runs from the lowest to the highest mark."
      read={read}
      query={toQuery(address)}
      isUnknown={address.unknownOfSpread.length > 0}
      empty="No marks yet"
      limitsRows={by === 'supervisor'}
      controls={
        <>
          <Select
            label="Split by"
            data={Object.entries(keys).map(([value, label]) => ({ value, label }))}
            value={by}
            onChange={(to) => set('by', to === 'milestone' ? null : to)}
          />
          <Select
            label="Milestone"
            placeholder="All milestones"
            data={milestones.map(({ key, title }) => ({ value: key, label: title }))}
            value={milestone ?? null}
            onChange={(to) => set('milestone', to)}
            searchable={milestones.length > 10}
            clearable
            clearButtonProps={{ 'aria-label': 'Show all milestones' }}
          />
          <UnknownFilters unknown={unknown} onRemove={address.remove} />
        </>
      }
    >
      {(rows) => <SpreadChart rows={rows} />}
    </InsightSection>
  );
}
