import { randomUUID } from 'node:crypto';
import type { Db, Row } from '#server/db/tables.ts';

/** A letter that was given up, or as `changes` say. Gives its id. */
export async function aDeadLetter(
  db: Db,
  recipient: string,
  now: Date,
  changes: Partial<Row<'letters'>> = {},
): Promise<string> {
  const id = randomUUID();
  const at = now.toISOString();
  await db
    .insertInto('letters')
    .values({
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
    })
    .execute();
  return id;
}
