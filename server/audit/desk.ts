import { spellOutCount } from '#contract/desk.ts';
import { links } from '#contract/links.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { type AdminDeskContext, createCountDeskItem, type DeskPart } from '#server/http/desk.ts';
import { listEmailsAboutLostWrites, listLostWrites } from './lost-writes.ts';

export const auditDeskParts: readonly DeskPart[] = [
  { role: 'admin', order: 5, find: describeLostWrites },
  { role: 'admin', order: 6, find: describeLostEmails },
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

async function describeLostEmails({ services, now }: AdminDeskContext) {
  const { length } = await listEmailsAboutLostWrites(services.db, now);
  return createCountDeskItem(
    length,
    (count) =>
      `${spellOutCount(count, 'email was', 'emails were')} sent about changes that the database has lost. Tell the recipients.`,
    { id: 'lost-emails', to: links.adminTab('attention'), isUrgent: true },
  );
}
