import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useModules } from '#client/api/portal.ts';
import { toPercent } from '#contract/rules/insight-tables.ts';
import type { Modules } from '#contract/settings/modules.ts';
import { percentAxis } from './charts/axis.ts';
import { BarChart } from './charts/bars.tsx';
import { InsightSection } from './insight-section.tsx';
import type { InsightFilterState } from './use-insight-filters.ts';
import { type InsightsQuery, selectChartRows } from './use-insights.ts';

type Progress = { key: string; label: string; share: number };

function Shares({ rows }: { rows: readonly Progress[] }) {
  const series = [{ label: 'Share', fill: 'pine', of: ({ share }: Progress) => share }] as const;
  return <BarChart rows={rows} series={series} axis={percentAxis} unit="%" withValues />;
}

type ProgressProps = { read: InsightsQuery; filter: InsightFilterState['filter'] };

/** Returns the sentence about the kinds that each student submits, or an empty string if there are none. */
function formatPersonalKinds(modules: Modules): string {
  const kinds = [
    ...(modules.feeProof ? ['fee proofs'] : []),
    ...(modules.certificates ? ['certificates'] : []),
  ];
  return kinds.length > 0 ? ` For ${kinds.join(' and ')}: percentage of students.` : '';
}

export function SubmissionProgressSection({ read, filter }: ProgressProps) {
  const kindLabel = useKindLabel();
  return (
    <InsightSection
      chart="handed-in"
      description={`Percentage of groups that have submitted each kind of file.${formatPersonalKinds(useModules())}`}
      read={selectChartRows(read, ({ handedIn }) => handedIn)}
      query={filter}
      empty="No groups yet"
    >
      {(rows) => (
        <Shares
          rows={rows.map(({ kind, have, of }) => ({
            key: kind,
            label: kindLabel(kind),
            share: toPercent(have, of),
          }))}
        />
      )}
    </InsightSection>
  );
}

export function MarkingProgressSection({ read, filter }: ProgressProps) {
  return (
    <InsightSection
      chart="marks-in"
      description="Percentage of students who have a mark, for each milestone."
      read={selectChartRows(read, ({ marksIn }) => marksIn)}
      query={filter}
      empty="No marks yet"
      isEmpty={(rows) => rows.every(({ given: markedCount }) => markedCount === 0)}
    >
      {(rows) => (
        <Shares
          rows={rows.map(({ milestone, title, given: markedCount, of }) => ({
            key: milestone,
            label: title,
            share: toPercent(markedCount, of),
          }))}
        />
      )}
    </InsightSection>
  );
}
