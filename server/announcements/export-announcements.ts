import type { FastifyReply } from 'fastify';
import {
  type AnnouncementSummary,
  announcementStates,
  type exportAnnouncements as endpoint,
} from '#contract/messages/announcements.ts';
import { replyWithExport } from '#server/audit/send-export.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import type { EndpointCall } from '#server/http/serve.ts';
import {
  createInstantColumn,
  createNumberColumn,
  createTextColumn,
} from '#server/http/sheets/sheet.ts';
import { addCounts, findMatchingAnnouncements } from './list-announcements.ts';

const columns = [
  createTextColumn<AnnouncementSummary>('Title', ({ title }) => title, 40),
  createTextColumn<AnnouncementSummary>('State', ({ state }) => announcementStates[state], 12),
  createTextColumn<AnnouncementSummary>('To', ({ audience }) => audience, 40),
  createInstantColumn<AnnouncementSummary>('Published', ({ publishAt }) => publishAt),
  createInstantColumn<AnnouncementSummary>('Shown until', ({ shownUntil }) => shownUntil),
  createInstantColumn<AnnouncementSummary>('Withdrawn', ({ withdrawnAt }) => withdrawnAt),
  createTextColumn<AnnouncementSummary>('By', ({ createdBy }) => createdBy, 24),
  createTextColumn<AnnouncementSummary>('By email', ({ byEmail }) => (byEmail ? 'yes' : 'no'), 8),
  createNumberColumn<AnnouncementSummary>('Emails sent', ({ emails }) => emails.sent),
  createNumberColumn<AnnouncementSummary>('Emails queued', ({ emails }) => emails.queued),
  createNumberColumn<AnnouncementSummary>('Emails failed', ({ emails }) => emails.failed),
];

export async function exportAnnouncements(
  call: EndpointCall<typeof endpoint>,
): Promise<FastifyReply> {
  const { services, query } = call;
  const { format, ...filter } = query;
  const { code } = getCohort(services.content, filter.cohort);
  const { q, state } = filter;
  return replyWithExport(call, {
    name: 'Announcements',
    fileName: 'announcements',
    format,
    filter: { cohort: filter.cohort && code, q, state },
    columns,
    rows: async function* () {
      yield await addCounts(services.db, await findMatchingAnnouncements(services, filter));
    },
  });
}
