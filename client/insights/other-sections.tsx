import { minMarksForComparison } from '#contract/insights.ts';
import { SupervisorLoadChart } from './charts/load-chart.tsx';
import { StrictnessChart } from './charts/strictness-chart.tsx';
import { SubmissionsChart } from './charts/submissions-chart.tsx';
import { InsightSection } from './insight-section.tsx';
import type { InsightFilterState } from './use-insight-filters.ts';
import { type InsightsQuery, selectChartRows } from './use-insights.ts';

type SectionProps = { read: InsightsQuery; filter: InsightFilterState['filter'] };

export function SubmissionsSection({ read, filter }: SectionProps) {
  return (
    <InsightSection
      chart="submissions"
      description="Every version of a file counts on the day of its submission. Dashed lines are deadlines."
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
      description={`Each marker’s mean minus the mean of all markers on the same milestones, in percentage points. Marks count for the group’s supervisor or external examiner, whoever entered them. Results from fewer than ${minMarksForComparison} marks are unreliable.`}
      read={selectChartRows(read, ({ strictness = [] }) => strictness)}
      query={filter}
      empty="No marks yet"
    >
      {(rows) => <StrictnessChart rows={rows} />}
    </InsightSection>
  );
}

export function SupervisorLoadSection({ read, filter }: SectionProps) {
  return (
    <InsightSection
      chart="load"
      description="Open marks are missing marks of the milestones that supervisors mark, due or not."
      read={selectChartRows(read, ({ load }) => load)}
      query={filter}
      empty="No groups yet"
    >
      {(rows) => <SupervisorLoadChart rows={rows} />}
    </InsightSection>
  );
}
