import { buildCountAxis, type ChartAxis, getAxisPercent } from './axis.ts';
import { type BarFill, barFills } from './fills.tsx';
import { RowChart } from './rows.tsx';

type Series<R> = { label: string; fill: BarFill; of: (row: R) => number };

type BarsProps<R> = {
  rows: readonly R[];
  series: readonly Series<R>[];
  isStacked?: boolean;
  /** Defaults to an axis that fits the largest count. */
  axis?: ChartAxis;
  unit?: string;
  withValues?: boolean;
};

/** Several series are shown side by side, or stacked if `isStacked`. */
export function BarChart<R extends { key: string; label: string }>({
  rows,
  series,
  isStacked = false,
  axis: customAxis,
  unit = '',
  withValues = false,
}: BarsProps<R>) {
  const lengths = rows.flatMap((row) => {
    const values = series.map(({ of }) => of(row));
    return isStacked ? values.reduce((sum, value) => sum + value, 0) : values;
  });
  const axis = customAxis ?? buildCountAxis(Math.max(0, ...lengths));
  const format = (value: number) => `${value.toLocaleString('en-GB')}${unit}`;
  const isGrouped = series.length > 1 && !isStacked;
  // Bar thickness as a percentage of the row height.
  const thickness = isGrouped ? 36 : 50;
  const draw = (row: R) => {
    let from = 0;
    return series.map(({ label, fill, of }, at) => {
      const x = getAxisPercent(axis, from);
      const width = getAxisPercent(axis, of(row));
      if (isStacked) from += of(row);
      const y = isGrouped ? 14 + at * thickness : 25;
      return (
        <rect
          key={label}
          x={`${x}%`}
          y={`${y}%`}
          width={`${width}%`}
          height={`${thickness}%`}
          fill={barFills[fill]}
        />
      );
    });
  };
  return (
    <RowChart
      rows={rows}
      axis={axis}
      format={format}
      room={withValues ? 'right' : undefined}
      draw={(row) => (
        <>
          {draw(row)}
          {withValues &&
            series.map(({ label, of }) => (
              <text
                key={label}
                dominantBaseline="central"
                fill="var(--chart-text)"
                x={`${getAxisPercent(axis, of(row))}%`}
                y="50%"
                dx="6"
              >
                {format(of(row))}
              </text>
            ))}
        </>
      )}
      contentOf={(row) =>
        series.map(({ label, fill, of }) => ({ label, fill, value: format(of(row)) }))
      }
    />
  );
}
