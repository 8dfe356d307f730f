import { recordEntry } from '#server/audit/record-entry.ts';
import type { Db, Row } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { emailSenderOf } from '#server/mail/compose-email.ts';
import { queueEmails } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { announcementEmail } from './announcement-email.ts';
import { readTarget, recipientsOf } from './audience.ts';

/** Puts it on the desks and queues its emails, once: false where that was done, or it was withdrawn. */
export async function publish(
  trx: Db,
  services: Services,
  announcementId: string,
  by: Caller | 'portal',
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('announcements')
    .set({ published_at: now.toISOString() })
    .where('id', '=', announcementId)
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return false;
  const isPast = row.shown_until !== null && Date.parse(row.shown_until) <= now.getTime();
  const count = row.by_email === 1 && !isPast ? await queueAll(trx, services, row, now) : 0;
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const detail = isPast ? 'its time was past already: no emails' : emails;
  const subject = aboutAnnouncement(row);
  await recordEntry(trx, { action: 'announcement-published', by, subject, detail }, now);
  return true;
}

async function queueAll(
  trx: Db,
  services: Services,
  row: Row<'announcements'>,
  now: Date,
): Promise<number> {
  const sender = emailSenderOf(services);
  const said = { title: row.title, text: row.text, by: row.created_by_name };
  const emails = (await recipientsOf(trx, await readTarget(trx, row))).map(({ name, email }) => ({
    ...announcementEmail(sender, name, said),
    ...{ recipient: email, groupId: null },
  }));
  const ids = await queueEmails(trx, emails, services.config, now);
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = ids
      .slice(from, from + rowsAtOnce)
      .map((email_id) => ({ announcement_id: row.id, email_id }));
    await trx.insertInto('announcement_emails').values(rows).execute();
  }
  return ids.length;
}

/** SQLite takes some 32,000 values in one query. */
const rowsAtOnce = 1000;

export const aboutAnnouncement = ({ id, title }: Pick<Row<'announcements'>, 'id' | 'title'>) =>
  ({ kind: 'portal', id, name: title }) as const;
