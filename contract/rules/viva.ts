import type { Deadline } from './deadlines.ts';

/** Returns the year in the cohort's code, otherwise the year of its last deadline, or undefined if neither exists. */
export function getCohortYear({
  code,
  deadlines,
}: {
  code: string;
  deadlines: readonly Pick<Deadline, 'due'>[];
}): number | undefined {
  const year = Number.parseInt(code, 10);
  if (year >= 2000 && year <= 2100) return year;
  const last = deadlines
    .map(({ due }) => due)
    .toSorted()
    .at(-1);
  return last === undefined ? undefined : Number(last.slice(0, 4));
}

type VivaRecord = { date: string | null; status: string | null };

const vivaYears = 2;

/**
 * Returns what is unusual about a viva, for the form to confirm: a result without a date or with a future date, or a
 * date far from the cohort's year. `today` is in the department's time zone. Skips the year if it is undefined.
 */
export function findVivaDoubt(
  { date, status }: VivaRecord,
  { today, year }: { today: string; year: number | undefined },
): string | undefined {
  if (year !== undefined && date !== null && !isNear(date, year)) {
    return `The date of the viva is far from the session’s year, ${year}.`;
  }
  if (status !== 'pass' && status !== 'fail') return undefined;
  if (date === null) return 'The viva has a result, but no date.';
  return date > today ? 'The viva has a result, but its date is in the future.' : undefined;
}

const isNear = (date: string, year: number) =>
  Math.abs(Number(date.slice(0, 4)) - year) <= vivaYears;
