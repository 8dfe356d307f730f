import { type MarkerStrictness, minMarksForComparison } from '#contract/insights.ts';
import { buildDifferenceAxis, getAxisPercent } from './axis.ts';
import { type BarFill, barFills, ChartLegend } from './fills.tsx';
import { RowChart } from './rows.tsx';

/**
 * Compares each marker's marks with those of all markers: stricter left of 0, more lenient right of 0. Both sides have the same
 * colour, because neither is a fault.
 */
export function StrictnessChart({ rows }: { rows: readonly MarkerStrictness[] }) {
  const axis = buildDifferenceAxis(rows.map(({ difference }) => difference));
  return (
    <>
      <ChartLegend
        items={[
          { label: `At least ${minMarksForComparison} marks`, fill: 'pine' },
          { label: 'Fewer marks', fill: 'gray' },
        ]}
      />
      <RowChart
        rows={rows.map((row) => ({ ...row, label: labelOf(row) }))}
        axis={axis}
        format={formatSigned}
        room="both"
        draw={(row) => {
          const { difference } = row;
          const [zero, end] = [getAxisPercent(axis, 0), getAxisPercent(axis, difference)];
          const isLeft = difference < 0;
          return (
            <>
              <rect
                x={`${Math.min(zero, end)}%`}
                y="25%"
                width={`${Math.abs(end - zero)}%`}
                height="50%"
                fill={barFills[fillOf(row)]}
              />
              <text
                dominantBaseline="central"
                fill="var(--chart-text)"
                x={`${end}%`}
                y="50%"
                dx={isLeft ? -6 : 6}
                textAnchor={isLeft ? 'end' : 'start'}
              >
                {formatSigned(difference)}
              </text>
            </>
          );
        }}
        contentOf={(row) => [
          { label: 'Against all markers', fill: fillOf(row), value: formatSigned(row.difference) },
        ]}
      />
    </>
  );
}

const labelOf = ({ name, marks }: MarkerStrictness) =>
  `${name}, ${marks.toLocaleString('en-GB')} ${marks === 1 ? 'mark' : 'marks'}`;

const fillOf = ({ isFew }: MarkerStrictness): BarFill => (isFew ? 'gray' : 'pine');

/** Sorts the reliable results before those from few marks, and each by the size of the difference. */
export const sortByDifference = (rows: readonly MarkerStrictness[]) =>
  rows.toSorted(
    (a, b) => Number(a.isFew) - Number(b.isFew) || Math.abs(b.difference) - Math.abs(a.difference),
  );

const formatSigned = (points: number) =>
  points > 0 ? `+${points.toFixed(1)}` : points.toFixed(1).replace('-', '−');
