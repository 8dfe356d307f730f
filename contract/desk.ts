import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FormattedText } from './values/formatted/formatted-text.ts';
import { roles } from './values/roles.ts';

/** A task of the logged-in user, with a link to its page. Computed for each request, so that it is never stale. */
export const DeskItem = z.object({
  id: z.string(),
  text: z.string(),
  to: z.string().describe('a path of the portal'),
  isUrgent: z.boolean(),
  due: z.iso.datetime().optional(),
  action: z.string().optional().describe('the label of the link; “Open” by default'),
  upload: z
    .object({
      groupId: z.string(),
      deadlineId: z.string(),
      title: z.string(),
      kinds: z.array(z.string()),
    })
    .optional()
    .describe('files that the caller can upload on the desk, without opening the link'),
});
export type DeskItem = z.infer<typeof DeskItem>;

export const DeskAnnouncement = z.object({
  _id: z.string(),
  title: z.string(),
  text: FormattedText,
  publishedAt: z.iso.datetime(),
  allowsAnswers: z.boolean(),
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
    unread: z.int().describe('the number of unread notices'),
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
