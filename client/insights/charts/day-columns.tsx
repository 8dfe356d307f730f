import {
  type DailySubmissions,
  type SubmissionKind,
  submissionKindKeys,
} from '#contract/insights.ts';
import { type ChartAxis, getAxisPercent } from './axis.ts';
import { AxisLine } from './axis-line.tsx';
import classes from './charts.module.css';
import { type BarFill, barFills } from './fills.tsx';
import { assignLabelLevels } from './levels.ts';

export const documentBarFills: Record<SubmissionKind, BarFill> = {
  proposal: 'pine',
  feeProof: 'brassStripes',
  certificate: 'gray',
  thesis: 'red',
  similarity: 'greenStripes',
  code: 'inkDots',
};

type Day = { day: string; counts: DailySubmissions['counts'] | undefined };
type DayColumnsProps = {
  days: readonly Day[];
  axis: ChartAxis;
  due: readonly string[];
};

/** Returns the centre of a day's column, as a percentage of the chart's width. */
export const getDayCentrePercent = (at: number, days: number): number => ((at + 0.5) / days) * 100;

/** Width of a deadline's number on a phone, where it is largest, as a percentage of the chart's width. */
const numberWidth = 7;
/** Height of one line of deadline numbers, in em. */
const lineHeight = 1.25;

/** A numbered line marks each day with a deadline. */
export function DayColumnChart({ days, axis, due }: DayColumnsProps) {
  const lines = due.map((day) =>
    getDayCentrePercent(
      days.findIndex((candidate) => candidate.day === day),
      days.length,
    ),
  );
  const levels = assignLabelLevels(lines, numberWidth);
  const lineCount = Math.max(-1, ...levels) + 1;
  return (
    <svg
      width="100%"
      overflow="visible"
      style={{ display: 'block', height: '16rem', marginTop: `${lineCount * lineHeight}em` }}
      aria-hidden="true"
      focusable="false"
    >
      {axis.ticks.map((value) => {
        const y = `${100 - getAxisPercent(axis, value)}%`;
        return <AxisLine key={value} value={value} x2="100%" y1={y} y2={y} />;
      })}
      {days.map((day, at) => (
        <g key={day.day} className={classes.day} data-at={at}>
          <rect
            x={`${(at / days.length) * 100}%`}
            width={`${100 / days.length}%`}
            height="100%"
            fill="transparent"
          />
          <Column
            counts={day.counts}
            axis={axis}
            middle={getDayCentrePercent(at, days.length)}
            width={getColumnWidth(days.length)}
          />
        </g>
      ))}
      <Deadlines lines={lines} levels={levels} />
    </svg>
  );
}

/** Draws a numbered line for each deadline. Numbers that would overlap are placed at different heights. */
function Deadlines({ lines, levels }: { lines: readonly number[]; levels: readonly number[] }) {
  const marks = lines.map((line, at) => ({
    number: at + 1,
    x: `${line}%`,
    top: `${-(levels[at] ?? 0) * lineHeight}em`,
  }));
  return (
    // Let the pointer reach the columns below.
    <g pointerEvents="none" textAnchor="middle" fill="var(--chart-text)">
      {marks.map(({ number, x, top }) => (
        <line
          key={number}
          x1={x}
          x2={x}
          y1={top}
          y2="100%"
          stroke="var(--chart-line)"
          strokeDasharray="4 3"
        />
      ))}
      {marks.map(({ number, x, top }) => (
        <text
          key={number}
          x={x}
          y={top}
          dy="-0.35em"
          // Draw the outline first: it hides the dashed line behind the number without covering the number.
          paintOrder="stroke"
          stroke="var(--chart-ground)"
          strokeWidth={4}
        >
          {number}
        </text>
      ))}
    </g>
  );
}

/** Returns the column width as a percentage of the chart's width. More than 60 columns have no gaps between them. */
const getColumnWidth = (days: number) => Math.min(6, (days > 60 ? 100 : 80) / days);

type ColumnProps = { counts: Day['counts']; axis: ChartAxis; middle: number; width: number };

/** Stacks the document kinds from bottom to top. */
function Column({ counts, axis, middle, width }: ColumnProps) {
  if (!counts) return null;
  let below = 0;
  return submissionKindKeys.map((kind) => {
    const count = counts[kind];
    if (count === 0) return null;
    below += count;
    return (
      <rect
        key={kind}
        x={`${middle - width / 2}%`}
        y={`${100 - getAxisPercent(axis, below)}%`}
        width={`${width}%`}
        height={`${getAxisPercent(axis, count)}%`}
        fill={barFills[documentBarFills[kind]]}
      />
    );
  });
}
