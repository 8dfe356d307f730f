import type { MarksSpread } from '#contract/insights.ts';
import { percentAxis } from './axis.ts';
import { RowChart } from './rows.tsx';

/** A box spans the middle half of the marks. Its whiskers extend to the lowest and the highest mark. */
export function SpreadChart({ rows }: { rows: readonly MarksSpread[] }) {
  return (
    <RowChart
      rows={rows}
      axis={percentAxis}
      format={percent}
      draw={(row) => <Box {...row} />}
      contentOf={({ marks, min, q1, median, q3, max, mean }) => [
        { label: 'Marks', value: String(marks) },
        { label: 'Mean', value: percent(mean) },
        { label: 'Median', value: percent(median) },
        { label: 'Quartiles', value: `${percent(q1)} to ${percent(q3)}` },
        { label: 'Lowest', value: percent(min) },
        { label: 'Highest', value: percent(max) },
      ]}
    />
  );
}

const percent = (value: number) => `${value}%`;

/** The values are percentages of the maximum marks, which are also the positions on the axis from 0 to 100. */
function Box({ min, q1, median, q3, max }: MarksSpread) {
  return (
    <>
      <line x1={`${min}%`} x2={`${q1}%`} y1="50%" y2="50%" {...whisker} />
      <line x1={`${q3}%`} x2={`${max}%`} y1="50%" y2="50%" {...whisker} />
      {[min, max].map((end, at) => (
        <line
          key={at === 0 ? 'min' : 'max'}
          x1={`${end}%`}
          x2={`${end}%`}
          y1="34%"
          y2="66%"
          {...whisker}
        />
      ))}
      <rect
        x={`${q1}%`}
        y="20%"
        // A box with width 0 would be invisible.
        width={`${Math.max(0.2, q3 - q1)}%`}
        height="60%"
        fill="var(--chart-pine)"
        fillOpacity={0.3}
        stroke="var(--chart-pine)"
      />
      <line
        x1={`${median}%`}
        x2={`${median}%`}
        y1="20%"
        y2="80%"
        stroke="var(--chart-ink)"
        strokeWidth={3}
      />
    </>
  );
}

const whisker = { stroke: 'var(--chart-line)', strokeWidth: 1.5 };
