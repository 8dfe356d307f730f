import {
  type DailySubmissions,
  type SubmissionKind,
  submissionKindKeys,
} from '#contract/insights.ts';
import type { Deadline } from '#contract/rules/deadlines.ts';

/** `at` is an ISO 8601 instant in UTC with milliseconds. */
export type SubmissionTime = { kind: SubmissionKind; at: string };

/** Counts submissions by day and kind. Lists deadlines up to and including the first one after the last submission. */
export function countDailySubmissions(
  submissions: readonly SubmissionTime[],
  deadlines: readonly Pick<Deadline, 'title' | 'due'>[],
  timeZone: string,
): DailySubmissions[] {
  const [first, last] = endsOf(submissions);
  if (first === undefined || last === undefined) return [];
  const dayOf = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate();
  const [firstDay, lastDay] = [dayOf(first), dayOf(last)];
  const calendar = startsOfDays(firstDay, lastDay, timeZone);
  const days = new Map<string, DailySubmissions>();
  const open = (day: string) => days.getOrInsertComputed(day, emptyDay);
  for (const { kind, at } of submissions) open(dayAt(calendar, at)).counts[kind] += 1;

  const due = deadlines.map(({ title, due: at }) => ({ title, day: dayOf(at).toString() }));
  const next = due
    .map(({ day }) => day)
    .filter((day) => day > lastDay.toString())
    .sort()[0];
  for (const { title, day } of due) {
    const isShown = day >= firstDay.toString() && day <= (next ?? lastDay.toString());
    if (isShown) open(day).deadlines.push(title);
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

function endsOf(submissions: readonly SubmissionTime[]): [string?, string?] {
  let first = submissions[0]?.at;
  let last = first;
  for (const { at } of submissions) {
    if (first === undefined || at < first) first = at;
    if (last === undefined || at > last) last = at;
  }
  return [first, last];
}

function emptyDay(day: string): DailySubmissions {
  const counts = Object.fromEntries(submissionKindKeys.map((kind) => [kind, 0]));
  return { day, deadlines: [], counts: counts as DailySubmissions['counts'] };
}

type Calendar = { day: string; start: string }[];

function startsOfDays(first: Temporal.PlainDate, last: Temporal.PlainDate, timeZone: string) {
  const starts: Calendar = [];
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    const start = day.toZonedDateTime(timeZone).toInstant();
    starts.push({ day: day.toString(), start: start.toString({ smallestUnit: 'millisecond' }) });
  }
  return starts;
}

/** Returns the calendar day of `at`. Compares ISO 8601 strings, because parsing thousands of instants takes seconds. */
function dayAt(calendar: Calendar, at: string): string {
  let [low, high] = [0, calendar.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((calendar[middle]?.start ?? '') <= at) low = middle;
    else high = middle - 1;
  }
  return calendar[low]?.day ?? '';
}
