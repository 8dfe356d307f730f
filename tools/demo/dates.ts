import { formatCalendarDate, formatDate } from '#contract/values/time.ts';
import { parseWallClock } from '#contract/values/wall-clock.ts';

const dayMs = 24 * 3_600_000;
const daysUntilNextReport = 4;

/** Returns the calendar date (YYYY-MM-DD) that is a number of days after another, or before it if negative. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** Returns the same day of a later or earlier month, or the last day of that month if it is shorter. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
    .toISOString()
    .slice(0, 10);
}

const formatSession = (firstYear: string, lastYear: string) =>
  firstYear === lastYear ? `Session ${lastYear}` : `Session ${firstYear}–${lastYear.slice(2)}`;

/**
 * Plans an academic year in whose middle `now` is: the proposals and the first monthly report are past, and the second
 * report is due in four days. The distances between the deadlines are about those of `content/deadlines.yaml`.
 */
export function planDemoDates(now: Date, timeZone: string) {
  const today = formatCalendarDate(now, timeZone);
  const nextReport = addDays(today, daysUntilNextReport);
  const reports = [-1, 0, 2, 3, 4].map((months) => addMonths(nextReport, months));
  const [firstReport = today, lastReport = today] = [reports.at(0), reports.at(-1)];
  const proposals = addDays(firstReport, -66);
  const end = addDays(lastReport, 30);
  const start = addDays(proposals, -20);
  return {
    timeZone,
    today,
    start,
    proposals,
    reports,
    firstReport,
    nextReport,
    thesis: addDays(lastReport, 7),
    vivas: addDays(lastReport, 22),
    end,
    session: formatSession(start.slice(0, 4), end.slice(0, 4)),
    sessionYear: Number(end.slice(0, 4)),
  };
}

export type DemoDates = ReturnType<typeof planDemoDates>;

/** Returns the instant of a local time on a calendar date. */
export function toInstant({ timeZone }: DemoDates, date: string, time: string): Date {
  const instant = parseWallClock(`${date} ${time}`, timeZone);
  if (instant === undefined) throw new Error(`${date} ${time} is not a date and time.`);
  return new Date(instant);
}

export const formatMonth = (date: string): string => formatDate(date).split(' ')[1] ?? '';
