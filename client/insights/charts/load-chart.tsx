import { SimpleGrid } from '@mantine/core';
import type { SupervisorLoad } from '#contract/insights.ts';
import { BarChart } from './bars.tsx';
import { ChartLegend } from './fills.tsx';

const people = [
  { label: 'Groups', fill: 'pine', of: ({ groups }: SupervisorLoad) => groups },
  { label: 'Students', fill: 'brassStripes', of: ({ students }: SupervisorLoad) => students },
] as const;
const marks = [
  {
    label: 'Marks entered',
    fill: 'pine',
    of: ({ given: markedCount }: SupervisorLoad) => markedCount,
  },
  { label: 'Missing marks', fill: 'brassStripes', of: ({ open }: SupervisorLoad) => open },
] as const;

/** Shows marks in a separate chart, because their numbers are far larger than those of groups and students. */
export function SupervisorLoadChart({ rows }: { rows: readonly SupervisorLoad[] }) {
  const named = rows.map((row) => ({ ...row, label: row.name }));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <div>
        <ChartLegend items={people} />
        <BarChart rows={named} series={people} />
      </div>
      <div>
        <ChartLegend items={marks} />
        <BarChart rows={named} series={marks} isStacked />
      </div>
    </SimpleGrid>
  );
}

/** Sorts the supervisors with the most missing marks first, and then those with the most students. */
export const sortByLoad = (rows: readonly SupervisorLoad[]) =>
  rows.toSorted((a, b) => b.open - a.open || b.students - a.students);
