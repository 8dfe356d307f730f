import type { DailySubmissions } from '#contract/insights.ts';

const dayMs = 24 * 3_600_000;

/** Returns every day from the first to the last. Calculates in UTC, because calendar dates have no time zone. */
export function addMissingDays(days: readonly DailySubmissions[]): string[] {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const filled: string[] = [];
  for (let at = Date.parse(first.day); at <= Date.parse(last.day); at += dayMs)
    filled.push(new Date(at).toISOString().slice(0, 10));
  return filled;
}
