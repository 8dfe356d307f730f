import type { FastifyReply } from 'fastify';
import {
  announcementStates,
  type exportAnnouncements as endpoint,
  type ListedAnnouncement,
} from '#contract/announcements.ts';
import { sendExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { Call } from '#server/http/serve.ts';
import { instantColumn, numberColumn, textColumn } from '#server/http/sheets/sheet.ts';
import { addEmailCounts, findAnnouncements } from './list-announcements.ts';

const columns = [
  textColumn<ListedAnnouncement>('Title', ({ title }) => title, 40),
  textColumn<ListedAnnouncement>('State', ({ state }) => announcementStates[state], 12),
  textColumn<ListedAnnouncement>('To', ({ audience }) => audience, 40),
  instantColumn<ListedAnnouncement>('Published', ({ publishAt }) => publishAt),
  instantColumn<ListedAnnouncement>('Shown until', ({ shownUntil }) => shownUntil),
  instantColumn<ListedAnnouncement>('Withdrawn', ({ withdrawnAt }) => withdrawnAt),
  textColumn<ListedAnnouncement>('By', ({ createdBy }) => createdBy, 24),
  textColumn<ListedAnnouncement>('By email', ({ byEmail }) => (byEmail ? 'yes' : 'no'), 8),
  numberColumn<ListedAnnouncement>('Emails sent', ({ emails }) => emails.sent),
  numberColumn<ListedAnnouncement>('Emails queued', ({ emails }) => emails.queued),
  numberColumn<ListedAnnouncement>('Emails failed', ({ emails }) => emails.failed),
];

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
      yield await addEmailCounts(services.db, await findAnnouncements(services, filter));
    },
  });
}
