import { isDeadlinePassed } from './deadlines.ts';

/** Like `formatRelativeTime`, but treats a due date as future until the end of its minute. */
export const formatRelativeDueDate = (due: string, now: Date): string =>
  formatRelativeTime(due, now, isDeadlinePassed({ due }, now));

/** Formats the age of an event. Its time is in the future if the server’s clock was ahead when it was stored. */
export const formatAge = (instant: string, now: Date): string =>
  Date.parse(instant) > now.getTime() ? 'just now' : formatRelativeTime(instant, now);

/** Formats an instant relative to `now` in whole units: "in 3 days", "in 5 hours", "2 days ago". */
export function formatRelativeTime(instant: string, now: Date, isOver?: boolean): string {
  const ms = Date.parse(instant) - now.getTime();
  const minutes = Math.floor(Math.abs(ms) / 60_000);
  const [count, unit] =
    minutes >= 2880
      ? [Math.floor(minutes / 1440), 'day']
      : minutes >= 60
        ? [Math.floor(minutes / 60), 'hour']
        : [Math.max(1, minutes), 'minute'];
  const length = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return (isOver ?? ms <= 0) ? `${length} ago` : `in ${length}`;
}
