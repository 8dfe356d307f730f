import { BarChart } from '@mantine/charts';
import { documentKinds } from '#contract/documents.ts';
import { type SubmissionDay, type SubmissionKind, submissionKindKeys } from '#contract/insights.ts';
import { formatDate } from '#contract/values/time.ts';
import { fillDays } from './fill-days.ts';
import { colors, type Fill, fills, Legend } from './fills.tsx';
import classes from './insights.module.css';

const fillOf: Record<SubmissionKind, Fill> = {
  proposal: 'pine',
  feeProof: 'brassStripes',
  certificate: 'gray',
  thesis: 'red',
  similarity: 'greenStripes',
  code: 'inkDots',
};

/** "30 Nov". */
const shortDate = (day: string) => formatDate(day).replace(/^(\d+ \w{3}).*$/, '$1');

/** Every day of the session, stacked by kind; deadlines are numbered lines, named below. */
export function SubmissionsChart({ rows }: { rows: readonly SubmissionDay[] }) {
  const byDay = new Map(rows.map((row) => [row.day, row.counts]));
  const data = fillDays(rows).map((day) => ({ day, ...byDay.get(day) }));
  const due = rows.filter(({ deadlines }) => deadlines.length > 0);
  return (
    <>
      <Legend
        items={submissionKindKeys.map((kind) => ({
          label: documentKinds[kind].label,
          fill: fillOf[kind],
        }))}
      />
      <BarChart
        h={300}
        data={data}
        dataKey="day"
        type="stacked"
        series={submissionKindKeys.map((kind) => ({
          name: kind,
          label: documentKinds[kind].label,
          color: colors[fillOf[kind]],
        }))}
        barProps={({ name }) => ({ fill: fills[fillOf[name as SubmissionKind]] })}
        accessibilityLayer={false}
        barChartProps={{ barCategoryGap: 0, margin: { top: 20 } }}
        xAxisProps={{ tickFormatter: shortDate, minTickGap: 30 }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        tooltipProps={{ labelFormatter: (day) => (day ? formatDate(String(day)) : '') }}
        referenceLines={due.map(({ day }, index) => ({
          x: day,
          label: String(index + 1),
          labelPosition: 'top',
          color: 'var(--chart-line)',
          strokeDasharray: '4 3',
        }))}
      />
      {due.length > 0 && (
        <ol className={classes.deadlines}>
          {due.map(({ day, deadlines }) => (
            <li key={day}>
              {formatDate(day)}: {deadlines.join('; ')}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
