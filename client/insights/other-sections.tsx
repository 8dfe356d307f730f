import { useRead } from '#client/api/use-read.ts';
import { fewMarks, findLoad, findStrictness, findSubmissions } from '#contract/insights.ts';
import { InsightSection } from './insight-section.tsx';
import { LoadChart } from './load-chart.tsx';
import { StrictnessChart } from './strictness-chart.tsx';
import { SubmissionsChart } from './submissions-chart.tsx';
import type { InsightAddress } from './use-insight-address.ts';

type SectionProps = { address: InsightAddress };

export function SubmissionsSection({ address: { filter } }: SectionProps) {
  const options = { failure: 'Failed to load the submissions', keepsPrevious: true };
  const read = useRead(findSubmissions, { query: filter }, options);
  return (
    <InsightSection
      chart="submissions"
      description="Every version of a file counts on the day when it was handed in. Dashed lines are deadlines."
      read={read}
      query={filter}
      empty="No submissions yet"
    >
      {(rows) => <SubmissionsChart rows={rows} />}
    </InsightSection>
  );
}

export function StrictnessSection({ address: { filter } }: SectionProps) {
  const options = { failure: 'Failed to load how strictly is marked', keepsPrevious: true };
  const read = useRead(findStrictness, { query: filter }, options);
  return (
    <InsightSection
      chart="strictness"
      description={`Each marker’s mean, less the mean of all markers on the same milestones, in percentage points. Marks count for the group’s supervisor, or for its external examiner where that is who marks, whoever typed them in. Fewer than ${fewMarks} marks say little.`}
      read={read}
      query={filter}
      empty="No marks yet"
    >
      {(rows) => <StrictnessChart rows={rows} />}
    </InsightSection>
  );
}

export function LoadSection({ address: { filter } }: SectionProps) {
  const options = { failure: 'Failed to load the supervisors', keepsPrevious: true };
  const read = useRead(findLoad, { query: filter }, options);
  return (
    <InsightSection
      chart="load"
      description="Open marks are those of the milestones that supervisors mark which are not given yet, whether due or not."
      read={read}
      query={filter}
      empty="No groups yet"
    >
      {(rows) => <LoadChart rows={rows} />}
    </InsightSection>
  );
}
