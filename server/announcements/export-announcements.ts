import type { FastifyReply } from 'fastify';
import {
  announcementStates,
  type exportAnnouncements as endpoint,
  type ListedAnnouncement,
} from '#contract/announcements.ts';
import { sendExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Call } from '#server/http/serve.ts';
import { instant, number, text } from '#server/http/sheets/sheet.ts';
import { findAnnouncements, withEmails } from './list-announcements.ts';

const columns = [
  text<ListedAnnouncement>('Title', ({ title }) => title, 40),
  text<ListedAnnouncement>('State', ({ state }) => announcementStates[state], 12),
  text<ListedAnnouncement>('To', ({ audience }) => audience, 40),
  instant<ListedAnnouncement>('Published', ({ publishAt }) => publishAt),
  instant<ListedAnnouncement>('Shown until', ({ shownUntil }) => shownUntil),
  instant<ListedAnnouncement>('Withdrawn', ({ withdrawnAt }) => withdrawnAt),
  text<ListedAnnouncement>('By', ({ createdBy }) => createdBy, 24),
  text<ListedAnnouncement>('By email', ({ byEmail }) => (byEmail ? 'yes' : 'no'), 8),
  number<ListedAnnouncement>('Emails sent', ({ emails }) => emails.sent),
  number<ListedAnnouncement>('Emails queued', ({ emails }) => emails.queued),
  number<ListedAnnouncement>('Emails failed', ({ emails }) => emails.failed),
];

/** Exports the filtered list of announcements in the displayed order. */
export async function exportAnnouncements(call: Call<typeof endpoint>): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, ...filter } = query;
  const { code } = getCohort(services.content, filter.cohort);
  const { q, state } = filter;
  return sendExport(call, {
    name: 'Announcements',
    fileName: 'announcements',
    format,
    filter: { cohort: filter.cohort && code, q, state },
    columns,
    rows: async function* () {
      yield await withEmails(services.db, await findAnnouncements(services, filter));
    },
  });
}
