import { minMarksForComparison } from '#contract/insights.ts';
import { SupervisorLoadChart, sortByLoad } from './charts/load-chart.tsx';
import { StrictnessChart, sortByDifference } from './charts/strictness-chart.tsx';
import { SubmissionsChart } from './charts/submissions-chart.tsx';
import { InsightSection } from './insight-section.tsx';
import type { InsightFilterState } from './use-insight-filters.ts';
import { type InsightsQuery, selectChartRows } from './use-insights.ts';

type SectionProps = { read: InsightsQuery; filter: InsightFilterState['filter'] };

export function SubmissionsSection({ read, filter }: SectionProps) {
  return (
    <InsightSection
      chart="submissions"
      description="Number of files submitted each day. Each new version of a file counts again. Dashed lines are deadlines."
      read={selectChartRows(read, ({ submissions }) => submissions)}
      query={filter}
      empty="No submissions yet"
    >
      {(rows) => <SubmissionsChart rows={rows} />}
    </InsightSection>
  );
}

export function StrictnessSection({ read, filter }: SectionProps) {
  return (
    <InsightSection
      chart="strictness"
      description={`How far each marker’s average is from the average of all markers for the same milestones, in percentage points: stricter markers are left of 0, more lenient ones right of 0. A mark counts for the group’s supervisor or external examiner, even if an admin entered it. Averages of fewer than ${minMarksForComparison} marks are unreliable.`}
      read={selectChartRows(read, ({ strictness = [] }) => sortByDifference(strictness))}
      query={filter}
      empty="No marks yet"
      limitsRows
    >
      {(rows) => <StrictnessChart rows={rows} />}
    </InsightSection>
  );
}

export function SupervisorLoadSection({ read, filter }: SectionProps) {
  return (
    <InsightSection
      chart="load"
      description="Groups and students of each supervisor, and the marks that they have entered or still have to enter. Missing marks include milestones that are not due yet."
      read={selectChartRows(read, ({ load }) => sortByLoad(load))}
      query={filter}
      empty="No groups yet"
      limitsRows
    >
      {(rows) => <SupervisorLoadChart rows={rows} />}
    </InsightSection>
  );
}
