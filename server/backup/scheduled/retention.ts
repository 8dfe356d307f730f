import { formatCalendarDate } from '#contract/values/time.ts';
import type { BackupRetention } from '#server/config.ts';
import type { ScheduledArchive } from './archive-name.ts';

const dayMs = 24 * 3_600_000;

/** Returns the Monday of the week of a calendar date. */
function toMonday(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  const daysSinceMonday = (day.getUTCDay() + 6) % 7;
  return new Date(day.getTime() - daysSinceMonday * dayMs).toISOString().slice(0, 10);
}

/**
 * Returns the archives to remove after `verified` has been verified. The newest archive of each of the last days, weeks
 * and months that have one is retained, so a gap in the backups removes nothing. Later archives than `verified`, which a
 * wrong clock made, are neither removed nor counted.
 */
export function listExpiredArchives(
  archives: readonly ScheduledArchive[],
  verified: ScheduledArchive,
  { days, weeks, months }: BackupRetention,
  timeZone: string,
): ScheduledArchive[] {
  const newestFirst = archives
    .filter(({ takenAt }) => takenAt <= verified.takenAt)
    .toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const retained = new Set([verified.name]);
  const retainNewest = (count: number, toPeriod: (date: string) => string) => {
    const periods = new Set<string>();
    for (const { name, takenAt } of newestFirst) {
      const period = toPeriod(formatCalendarDate(takenAt, timeZone));
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      retained.add(name);
    }
  };
  retainNewest(days, (date) => date);
  retainNewest(weeks, toMonday);
  retainNewest(months, (date) => date.slice(0, 7));
  return newestFirst.filter(({ name }) => !retained.has(name));
}
