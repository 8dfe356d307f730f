import { SimpleGrid } from '@mantine/core';
import type { Load } from '#contract/insights.ts';
import { Bars } from './bars.tsx';
import { Legend } from './fills.tsx';

const people = [
  { label: 'Groups', fill: 'pine', of: ({ groups }: Load) => groups },
  { label: 'Students', fill: 'brassStripes', of: ({ students }: Load) => students },
] as const;
const marks = [
  { label: 'Marks given', fill: 'pine', of: ({ given: markedCount }: Load) => markedCount },
  { label: 'Open marks', fill: 'brassStripes', of: ({ open }: Load) => open },
] as const;

/** Shows groups and students in one chart and marks in another, because there are far more marks. */
export function LoadChart({ rows }: { rows: readonly Load[] }) {
  const named = rows.map((row) => ({ ...row, label: row.name }));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <div>
        <Legend items={people} />
        <Bars rows={named} series={people} />
      </div>
      <div>
        <Legend items={marks} />
        <Bars rows={named} series={marks} isStacked />
      </div>
    </SimpleGrid>
  );
}
