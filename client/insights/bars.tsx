import { BarChart } from '@mantine/charts';
import { colors, type Fill, fills } from './fills.tsx';

type Series = { name: string; label: string; fill: Fill };

type BarsProps = {
  data: Record<string, string | number | number[]>[];
  series: readonly Series[];
  type?: 'default' | 'stacked';
  unit?: string;
  /** Of the axis of numbers. */
  domain?: [number, number];
  withValues?: boolean;
};

/** Room for the longest names, in two lines if need be. */
const labelWidth = 132;

/** Rows of bars, each with its name in `label`: names stay readable on a narrow screen. */
export function Bars({
  data,
  series,
  type = 'default',
  unit,
  domain,
  withValues = false,
}: BarsProps) {
  const barSize = type === 'stacked' || series.length === 1 ? 16 : 11;
  return (
    <BarChart
      h={data.length * (series.length === 1 ? 30 : 36) + 40}
      data={data}
      dataKey="label"
      orientation="vertical"
      type={type}
      series={series.map(({ name, label, fill }) => ({ name, label, color: colors[fill] }))}
      barProps={({ name }) => ({
        fill: fills[series.find((one) => one.name === name)?.fill ?? 'pine'],
        maxBarSize: barSize,
      })}
      gridAxis="y"
      tickLine="none"
      withBarValueLabel={withValues}
      valueFormatter={(value) => `${value.toLocaleString('en-GB')}${unit ?? ''}`}
      accessibilityLayer={false}
      barChartProps={{ margin: { right: withValues ? 56 : 16 } }}
      xAxisProps={{ ...(domain && { domain }), allowDecimals: false }}
      yAxisProps={{ width: labelWidth, interval: 0 }}
    />
  );
}
