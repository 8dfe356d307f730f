import { documentKinds } from '#contract/documents.ts';
import { toPercent } from '#contract/rules/insight-tables.ts';
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

export function SubmissionProgressSection({ read, filter }: ProgressProps) {
  return (
    <InsightSection
      chart="handed-in"
      description="Share of groups that have submitted each kind of file. For fee proofs and certificates, share of students."
      read={selectChartRows(read, ({ handedIn }) => handedIn)}
      query={filter}
      empty="No groups yet"
    >
      {(rows) => (
        <Shares
          rows={rows.map(({ kind, have, of }) => ({
            key: kind,
            label: documentKinds[kind].label,
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
      description="Share of students with a mark, by milestone."
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
