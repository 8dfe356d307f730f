import type { Deadline } from './deadlines.ts';

/** The year that a cohort's code begins with, as in "2027"; for another code the year of its last deadline. */
export function yearOfCohort({
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

/** How many years a viva's date may be before or after the year of its cohort. */
const vivaYears = 2;

/**
 * Returns what is wrong with the date of a viva's record; undefined if nothing is. A viva with a result was held, so that
 * its date is known and not in the future. `today` is a date of the department's time zone, `year` the cohort's: without
 * it only the result is checked.
 */
export function findVivaDateError(
  { date, status }: VivaRecord,
  { today, year }: { today: string; year?: number | undefined },
): string | undefined {
  if (year !== undefined && date !== null && !isNear(date, year)) {
    return `The viva’s date must be in the years ${year - vivaYears} to ${year + vivaYears}.`;
  }
  if (status !== 'pass' && status !== 'fail') return undefined;
  if (date === null) return 'Give the date of the viva: a result needs one.';
  if (date > today) return 'A viva with a result has been held: its date may not be in the future.';
  return undefined;
}

const isNear = (date: string, year: number) =>
  Math.abs(Number(date.slice(0, 4)) - year) <= vivaYears;
