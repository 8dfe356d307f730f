import { BarChart } from '@mantine/charts';
import type { Strictness } from '#contract/insights.ts';
import { Legend } from './fills.tsx';

/** Left of the line is stricter than the rest, right of it milder. */
export function StrictnessChart({ rows }: { rows: readonly Strictness[] }) {
  const widest = Math.max(5, ...rows.map(({ difference }) => Math.abs(difference)));
  const end = Math.ceil(widest / 5) * 5;
  return (
    <>
      <Legend
        items={[
          { label: 'Stricter', fill: 'red' },
          { label: 'Milder', fill: 'pine' },
          { label: 'Few marks', fill: 'gray' },
        ]}
      />
      <BarChart
        h={rows.length * 32 + 40}
        data={rows.map(({ name, marks, difference, isFew }) => ({
          label: isFew ? `${name} (only ${marks})` : name,
          difference,
          color: colorOf(difference, isFew),
        }))}
        dataKey="label"
        orientation="vertical"
        series={[{ name: 'difference', label: 'Against all markers', color: 'var(--chart-pine)' }]}
        barProps={{ maxBarSize: 16 }}
        gridAxis="y"
        tickLine="none"
        withBarValueLabel
        accessibilityLayer={false}
        valueFormatter={signed}
        // Room for the values beside the longest bars.
        xAxisProps={{ domain: [-1.6 * end, 1.6 * end], ticks: [-end, 0, end] }}
        yAxisProps={{ width: 132, interval: 0 }}
        barChartProps={{ margin: { right: 16 } }}
        referenceLines={[{ x: 0, color: 'var(--chart-line)' }]}
      />
    </>
  );
}

function colorOf(difference: number, isFew: boolean): string {
  if (isFew) return 'var(--chart-gray)';
  return difference < 0 ? 'var(--chart-red)' : 'var(--chart-pine)';
}

const signed = (points: number) =>
  points > 0 ? `+${points.toFixed(1)}` : points.toFixed(1).replace('-', '−');
