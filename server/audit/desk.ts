import { links } from '#contract/links.ts';
import { formatDateTime } from '#contract/values/time.ts';
import type { AdminDeskContext, DeskPart } from '#server/http/desk.ts';
import { listLostWrites } from './lost-writes.ts';

export const auditDeskParts: readonly DeskPart[] = [
  { role: 'admin', order: 5, find: describeLostWrites },
];

async function describeLostWrites({ services, now }: AdminDeskContext) {
  const losses = await listLostWrites(services.db, now);
  const format = (instant: string) => formatDateTime(instant, services.content.timeZone);
  return losses.map(({ from, to }) => ({
    id: `lost-writes-${to}`,
    text: `The database has lost what was saved ${from ? `after ${format(from)} and ` : ''}until ${format(to)}, although it was confirmed. Ask those who worked at that time to check their entries.`,
    to: links.adminTab('audit'),
    isUrgent: true,
  }));
}
