import { Box } from '@mantine/core';
import { Fragment } from 'react';
import { useKindLabel } from '#client/api/cohorts/cohort-content.ts';
import { useModules } from '#client/api/portal.ts';
import { type DailySubmissions, listSubmissionKinds } from '#contract/insights.ts';
import { formatDate } from '#contract/values/time.ts';
import { buildCountAxis, getAxisPercent } from './axis.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import classes from './charts.module.css';
import { DayColumnChart, documentBarFills, getDayCentrePercent } from './day-columns.tsx';
import { addMissingDays } from './fill-days.ts';
import { ChartLegend } from './fills.tsx';

/** Stacks submissions by document kind, with numbered deadline lines and a legend. */
export function SubmissionsChart({ rows }: { rows: readonly DailySubmissions[] }) {
  const kindLabel = useKindLabel();
  const kinds = listSubmissionKinds(useModules()).map((kind) => ({
    kind,
    label: kindLabel(kind),
    fill: documentBarFills[kind],
  }));
  const byDay = new Map(rows.map((row) => [row.day, row.counts]));
  const days = addMissingDays(rows).map((day) => ({ day, counts: byDay.get(day) }));
  const due = rows.filter(({ deadlines }) => deadlines.length > 0);
  const most = Math.max(
    0,
    ...rows.map(({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0)),
  );
  const axis = buildCountAxis(most);
  return (
    <>
      <ChartLegend items={kinds} />
      <ChartTooltip
        position="right"
        contentOf={(at) => {
          const day = days[at];
          return (
            day && {
              title: formatDate(day.day),
              items: kinds.map(({ kind, label, fill }) => ({
                label,
                fill,
                value: (day.counts?.[kind] ?? 0).toLocaleString('en-GB'),
              })),
            }
          );
        }}
      >
        <div className={classes.days}>
          <div className={classes.counts}>
            {axis.ticks.map((value) => (
              <span key={value} style={{ bottom: `${getAxisPercent(axis, value)}%` }}>
                {value.toLocaleString('en-GB')}
              </span>
            ))}
          </div>
          <DayColumnChart days={days} axis={axis} due={due.map(({ day }) => day)} />
          <Dates days={days.map(({ day }) => day)} />
        </div>
      </ChartTooltip>
      {due.length > 0 && (
        <Box component="ol" ps="lg" m="0.75rem 0 0" fz="sm" style={{ columns: '20rem' }}>
          {due.map(({ day, deadlines }) => (
            <li key={day}>
              {formatDate(day)}:{' '}
              {deadlines.map((title, index) => (
                <Fragment key={title}>
                  {index > 0 && '; '}
                  <bdi>{title}</bdi>
                </Fragment>
              ))}
            </li>
          ))}
        </Box>
      )}
    </>
  );
}

/** Maximum number of dates on the axis. A narrow screen shows every other date. */
const maxDates = 8;

/** Example: "30 Nov". */
const shortDate = (day: string) => formatDate(day).replace(/^(\d+ \w{3}).*$/, '$1');

function Dates({ days }: { days: readonly string[] }) {
  const every = Math.ceil(days.length / maxDates);
  return (
    <div className={classes.ticks} data-many={days.length > 4 || undefined}>
      {days.map(
        (day, at) =>
          at % every === 0 && (
            <span key={day} style={{ left: `${getDayCentrePercent(at, days.length)}%` }}>
              {shortDate(day)}
            </span>
          ),
      )}
    </div>
  );
}
