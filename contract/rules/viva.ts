import type { Deadline } from './deadlines.ts';

/** Returns the year at the start of a cohort's code ("2027"), otherwise the year of its last deadline, if any. */
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

/** Maximum difference in years between a viva's date and its cohort. */
const vivaYears = 2;

/**
 * Returns an error if the date of a viva is too far from the cohort's year, or if a viva with a result has no date or a
 * date in the future. `today` is in the department's time zone. Without `year`, only the result is checked.
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
