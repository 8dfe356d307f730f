import type { Strictness } from '#contract/insights.ts';
import { along, axisOfDifferences } from './axis.ts';
import classes from './charts.module.css';
import { type Fill, fills, Legend } from './fills.tsx';
import { Rows } from './rows.tsx';

/** Left of the line is stricter than the rest, right of it milder. */
export function StrictnessChart({ rows }: { rows: readonly Strictness[] }) {
  const axis = axisOfDifferences(rows.map(({ difference }) => difference));
  return (
    <>
      <Legend
        items={[
          { label: 'Stricter', fill: 'red' },
          { label: 'Milder', fill: 'pine' },
          { label: 'Few marks', fill: 'gray' },
        ]}
      />
      <Rows
        rows={rows.map((row) => ({ ...row, label: labelOf(row) }))}
        axis={axis}
        format={signed}
        room="both"
        draw={(row) => {
          const { difference } = row;
          const [zero, end] = [along(axis, 0), along(axis, difference)];
          const isLeft = difference < 0;
          return (
            <>
              <rect
                x={`${Math.min(zero, end)}%`}
                y="25%"
                width={`${Math.abs(end - zero)}%`}
                height="50%"
                fill={fills[fillOf(row)]}
              />
              <text
                className={classes.value}
                x={`${end}%`}
                y="50%"
                dx={isLeft ? -6 : 6}
                textAnchor={isLeft ? 'end' : 'start'}
              >
                {signed(difference)}
              </text>
            </>
          );
        }}
        contentOf={(row) => [
          { label: 'Against all markers', fill: fillOf(row), value: signed(row.difference) },
        ]}
      />
    </>
  );
}

const labelOf = ({ name, marks, isFew }: Strictness) => (isFew ? `${name} (only ${marks})` : name);

function fillOf({ difference, isFew }: Strictness): Fill {
  if (isFew) return 'gray';
  return difference < 0 ? 'red' : 'pine';
}

const signed = (points: number) =>
  points > 0 ? `+${points.toFixed(1)}` : points.toFixed(1).replace('-', '−');
