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
 * Returns an error if a viva's date is too far from the cohort's year, or if a viva with a result has no date or a
 * future date. `today` is in the department's time zone. Skips the year check if `year` is undefined.
 */
export function findVivaDateError(
  { date, status }: VivaRecord,
  { today, year }: { today: string; year?: number | undefined },
): string | undefined {
  if (year !== undefined && date !== null && !isNear(date, year)) {
    return `The viva’s date must be in the years ${year - vivaYears} to ${year + vivaYears}.`;
  }
  if (status !== 'pass' && status !== 'fail') return undefined;
  if (date === null) return 'Enter the date of the viva, which is required with a result.';
  if (date > today) return 'The date of a viva with a result may not be in the future.';
  return undefined;
}

const isNear = (date: string, year: number) =>
  Math.abs(Number(date.slice(0, 4)) - year) <= vivaYears;
