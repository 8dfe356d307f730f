import type { MarkerStrictness } from '#contract/insights.ts';
import { buildDifferenceAxis, getAxisPercent } from './axis.ts';
import { type BarFill, barFills, ChartLegend } from './fills.tsx';
import { RowChart } from './rows.tsx';

/** Compares each marker's marks with those of all markers: stricter left of 0, more lenient right of 0. */
export function StrictnessChart({ rows }: { rows: readonly MarkerStrictness[] }) {
  const axis = buildDifferenceAxis(rows.map(({ difference }) => difference));
  return (
    <>
      <ChartLegend
        items={[
          { label: 'Stricter', fill: 'red' },
          { label: 'Milder', fill: 'pine' },
          { label: 'Few marks', fill: 'gray' },
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

const labelOf = ({ name, marks, isFew }: MarkerStrictness) =>
  isFew ? `${name} (only ${marks})` : name;

function fillOf({ difference, isFew }: MarkerStrictness): BarFill {
  if (isFew) return 'gray';
  return difference < 0 ? 'red' : 'pine';
}

const formatSigned = (points: number) =>
  points > 0 ? `+${points.toFixed(1)}` : points.toFixed(1).replace('-', '−');
