import { SimpleGrid } from '@mantine/core';
import type { Load } from '#contract/insights.ts';
import { Bars } from './bars.tsx';
import { Legend } from './fills.tsx';

const people = [
  { name: 'groups', label: 'Groups', fill: 'pine' },
  { name: 'students', label: 'Students', fill: 'brassStripes' },
] as const;
const marks = [
  { name: 'given', label: 'Marks given', fill: 'pine' },
  { name: 'open', label: 'Open marks', fill: 'brassStripes' },
] as const;

/** Two pictures, since there are far more marks than people. */
export function LoadChart({ rows }: { rows: readonly Load[] }) {
  const data = rows.map(({ name, ...numbers }) => ({ label: name, ...numbers }));
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <div>
        <Legend items={people} />
        <Bars data={data} series={people} />
      </div>
      <div>
        <Legend items={marks} />
        <Bars data={data} series={marks} type="stacked" />
      </div>
    </SimpleGrid>
  );
}
