import { documentKinds } from '#contract/documents.ts';
import { shareOf } from '#contract/rules/insight-tables.ts';
import { Bars } from './bars.tsx';
import { InsightSection } from './insight-section.tsx';
import type { InsightAddress } from './use-insight-address.ts';
import { type InsightsRead, rowsOf } from './use-insights.ts';

const share = [{ name: 'share', label: 'Share', fill: 'pine' }] as const;
const perHundred = { unit: '%', domain: [0, 100] as [number, number], withValues: true };

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
        <Bars
          data={rows.map(({ kind, have, of }) => ({
            label: documentKinds[kind].label,
            share: shareOf(have, of),
          }))}
          series={share}
          {...perHundred}
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
        <Bars
          data={rows.map(({ title, given, of }) => ({ label: title, share: shareOf(given, of) }))}
          series={share}
          {...perHundred}
        />
      )}
    </InsightSection>
  );
}
