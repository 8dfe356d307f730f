import { BarChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import type { Spread } from '#contract/insights.ts';

/** A box from quartile to quartile with the median in it, on a line from the lowest mark to the highest. */
export function SpreadChart({ rows }: { rows: readonly Spread[] }) {
  return (
    <BarChart
      h={rows.length * 34 + 40}
      data={rows.map((row) => ({ ...row, range: [row.min, row.max] }))}
      dataKey="label"
      orientation="vertical"
      series={[{ name: 'range', color: 'var(--chart-pine)' }]}
      barProps={{ shape: Box as never, maxBarSize: 18, minPointSize: 1 }}
      gridAxis="y"
      tickLine="none"
      accessibilityLayer={false}
      valueFormatter={(value) => `${value}%`}
      xAxisProps={{ domain: [0, 100], ticks: [0, 25, 50, 75, 100] }}
      yAxisProps={{ width: 132, interval: 0 }}
      barChartProps={{ margin: { right: 24 } }}
      tooltipProps={{
        content: ({ payload }) => <Told spread={payload?.[0]?.payload as Spread | undefined} />,
      }}
    />
  );
}

type BoxProps = { x: number; y: number; width: number; height: number; payload: Spread };

/** `x` and `width` are those of the whole range. */
function Box({ x, y, width, height, payload: { min, q1, median, q3, max } }: BoxProps) {
  const at = (percent: number) => (max === min ? x : x + ((percent - min) / (max - min)) * width);
  const middle = y + height / 2;
  const whole = `M${at(min)} ${middle} H${at(q1)} M${at(q3)} ${middle} H${at(max)}`;
  const ends = `M${at(min)} ${y + 4} V${y + height - 4} M${at(max)} ${y + 4} V${y + height - 4}`;
  return (
    <g>
      <path d={`${whole} ${ends}`} stroke="var(--chart-line)" strokeWidth={1.5} />
      <rect
        x={at(q1)}
        y={y}
        width={Math.max(1, at(q3) - at(q1))}
        height={height}
        fill="var(--chart-pine)"
        fillOpacity={0.3}
        stroke="var(--chart-pine)"
      />
      <path d={`M${at(median)} ${y} V${y + height}`} stroke="var(--chart-ink)" strokeWidth={3} />
    </g>
  );
}

function Told({ spread }: { spread: Spread | undefined }) {
  if (!spread) return null;
  const { label, marks, min, q1, median, q3, max, mean } = spread;
  return (
    <Paper p="xs" withBorder shadow="sm">
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm">
        {marks} marks, mean {mean}%
      </Text>
      <Text size="sm">Median {median}%</Text>
      <Text size="sm">
        Quartiles {q1}% to {q3}%
      </Text>
      <Text size="sm">
        Lowest {min}%, highest {max}%
      </Text>
    </Paper>
  );
}
