import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isDeadlinePassed } from './rules/deadlines.ts';
import { FormattedText } from './values/formatted/formatted-text.ts';
import { roles } from './values/roles.ts';

/** A task of the logged-in user, with a link to its page. Computed for each request, so that it is never stale. */
export const DeskItem = z.object({
  id: z.string(),
  text: z.string(),
  to: z.string().describe('a path of the portal'),
  isUrgent: z.boolean(),
});
export type DeskItem = z.infer<typeof DeskItem>;

export const DeskAnnouncement = z.object({
  _id: z.string(),
  title: z.string(),
  text: FormattedText,
  publishedAt: z.iso.datetime(),
});
export type DeskAnnouncement = z.infer<typeof DeskAnnouncement>;

export const findDesk = endpoint({
  method: 'GET',
  path: '/api/desk',
  summary: 'List the caller’s tasks, most urgent first',
  access: roles,
  reply: z.object({
    announcements: z.array(DeskAnnouncement).describe('the newest first'),
    items: z.array(DeskItem),
  }),
  problems: [],
});

const words = [
  'No',
  'One',
  'Two',
  'Three',
  'Four',
  'Five',
  'Six',
  'Seven',
  'Eight',
  'Nine',
  'Ten',
  'Eleven',
  'Twelve',
] as const;

/** Formats a count for the start of a sentence, spelled out up to twelve: "One group", "Three groups", "31 groups". */
export const spellOutCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${words[count] ?? count} ${count === 1 ? singular : plural}`;

/** Like `formatRelativeTime`, but treats a due date as future until the end of its minute. */
export const formatRelativeDueDate = (due: string, now: Date): string =>
  formatRelativeTime(due, now, isDeadlinePassed({ due }, now));

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
