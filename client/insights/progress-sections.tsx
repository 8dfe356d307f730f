import { documentKinds } from '#contract/documents.ts';
import { shareOf } from '#contract/rules/insight-tables.ts';
import { perHundred } from './charts/axis.ts';
import { Bars } from './charts/bars.tsx';
import { InsightSection } from './insight-section.tsx';
import type { InsightAddress } from './use-insight-address.ts';
import { type InsightsRead, rowsOf } from './use-insights.ts';

type Progress = { key: string; label: string; share: number };

/** Rows of shares, in per cent. */
function Shares({ rows }: { rows: readonly Progress[] }) {
  const series = [{ label: 'Share', fill: 'pine', of: ({ share }: Progress) => share }] as const;
  return <Bars rows={rows} series={series} axis={perHundred} unit="%" withValues />;
}

type ProgressProps = { read: InsightsRead; filter: InsightAddress['filter'] };

/** How far the groups are: what they have handed in. */
export function HandedInSection({ read, filter }: ProgressProps) {
  return (
    <InsightSection
      chart="handed-in"
      description="The share of groups with at least one file of a kind; for fee proofs and certificates, of students."
      read={rowsOf(read, ({ handedIn }) => handedIn)}
      query={filter}
      empty="No groups yet"
    >
      {(rows) => (
        <Shares
          rows={rows.map(({ kind, have, of }) => ({
            key: kind,
            label: documentKinds[kind].label,
            share: shareOf(have, of),
          }))}
        />
      )}
    </InsightSection>
  );
}

/** How far the markers are. */
export function MarksInSection({ read, filter }: ProgressProps) {
  return (
    <InsightSection
      chart="marks-in"
      description="The share of students who have a mark, per milestone."
      read={rowsOf(read, ({ marksIn }) => marksIn)}
      query={filter}
      empty="No marks yet"
      isEmpty={(rows) => rows.every(({ given }) => given === 0)}
    >
      {(rows) => (
        <Shares
          rows={rows.map(({ milestone, title, given, of }) => ({
            key: milestone,
            label: title,
            share: shareOf(given, of),
          }))}
        />
      )}
    </InsightSection>
  );
}
