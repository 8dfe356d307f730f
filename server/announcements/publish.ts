import { links } from '#contract/links.ts';
import { parseFormattedText } from '#contract/values/formatted/parse-formatted-text.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type NotificationMessage, notify } from '#server/notices/notify.ts';
import { composeAnnouncementEmail } from './announcement-email.ts';
import {
  type AnnouncementRecipient,
  listAnnouncementRecipients,
  readAnnouncementTarget,
} from './audience.ts';

/** Publishes an announcement. Returns the number of queued emails, or undefined if already published or withdrawn. */
export async function publishAnnouncement(
  context: JobWriteContext,
  announcementId: string,
  by: Caller | 'portal',
): Promise<number | undefined> {
  const { trx, now } = context;
  const row = await trx
    .updateTable('announcements')
    .set({ published_at: now.toISOString() })
    .where('id', '=', announcementId)
    .where('published_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const target = await readAnnouncementTarget(trx, row);
  return announce(context, row, await listAnnouncementRecipients(trx, target), by);
}

type Published = Pick<
  DatabaseRow<'announcements'>,
  'id' | 'title' | 'text' | 'by_email' | 'shown_until' | 'created_by_name'
>;

/** Notifies the recipients of an announcement that is published now. Returns the number of queued emails. */
export async function announce(
  context: JobWriteContext,
  row: Published,
  recipients: readonly AnnouncementRecipient[],
  by: Caller | 'portal',
): Promise<number> {
  const { now } = context;
  const isPast = row.shown_until !== null && Date.parse(row.shown_until) <= now.getTime();
  const count = isPast ? 0 : await tellAll(context, row, recipients);
  const emails = count === 1 ? '1 email' : `${count} emails`;
  const detail = isPast ? 'no emails, because its end date had passed' : emails;
  const subject = toAnnouncementAuditSubject(row);
  await recordAuditEntry(context, { action: 'announcement-published', by, subject, detail });
  return count;
}

async function tellAll(
  context: JobWriteContext,
  row: Published,
  recipients: readonly AnnouncementRecipient[],
): Promise<number> {
  const { trx, services } = context;
  const sender = getEmailSender(services);
  const text = parseFormattedText(row.text).blocks;
  const announced = { title: row.title, text, by: row.created_by_name };
  const notices = recipients.map(({ name, to, groupIds }): NotificationMessage => {
    const notice = {
      to,
      text: `New announcement: ${row.title}`,
      path: links.announcement(row.id),
    };
    if (row.by_email === 0) return notice;
    const email = composeAnnouncementEmail(sender, name, announced);
    return { ...notice, email: { ...email, groupId: null, right: 'one-group', groupIds } };
  });
  const queued = await notify(context, 'announcements', notices);
  const ids = queued.filter((id) => id !== undefined);
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = ids
      .slice(from, from + rowsAtOnce)
      .map((email_id) => ({ announcement_id: row.id, email_id }));
    await trx.insertInto('announcement_emails').values(rows).execute();
  }
  return ids.length;
}

/** Maximum rows per insert, because SQLite allows only about 32,000 bound values per query. */
const rowsAtOnce = 1000;

export const toAnnouncementAuditSubject = ({
  id,
  title,
}: Pick<DatabaseRow<'announcements'>, 'id' | 'title'>) =>
  ({ kind: 'portal', id, name: title }) as const;
