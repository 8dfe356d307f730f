import { randomUUID } from 'node:crypto';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { insertEmails } from '#server/mail/outbox.ts';
import type { Portal } from './portal.ts';

export async function createUndeliverableEmail(
  db: Db,
  recipient: string,
  now: Date,
  changes: Partial<DatabaseRow<'emails'>> = {},
  table = 'emails',
): Promise<string> {
  const id = randomUUID();
  const at = now.toISOString();
  const row = {
    id,
    message_id: `<${id}@university.test>`,
    recipient,
    subject: 'Your marks',
    text_body: '',
    html_body: '',
    queued_at: at,
    next_attempt_at: at,
    failed_at: at,
    attempts: 28,
    ...changes,
  };
  if (table === 'emails') await insertEmails(db, [row]);
  else
    await db
      .insertInto(table as 'emails')
      .values(row)
      .execute();
  return id;
}

/** Returns the tokens of the one-use links in the emails to the recipient, oldest first. */
export async function listEmailLinks({ db }: Pick<Portal, 'db'>, recipient: string) {
  const emails = db.selectFrom('emails').select('text_body').where('recipient', '=', recipient);
  const rows = await emails.orderBy('queued_at').execute();
  return rows.flatMap(({ text_body }) => /#(?:reset|confirm)=([\w-]+)/.exec(text_body)?.[1] ?? []);
}
