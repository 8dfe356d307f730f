import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migrate.ts';

/**
 * Emails that were not sent since their recipient may no longer get them. They have `failed_at` too, so that a version
 * that does not know the column sends none of them.
 */
export async function withdrawnEmails(db: Kysely<unknown>, { instant }: ColumnTypes) {
  await db.schema.alterTable('emails').addColumn('withdrawn_at', instant).execute();
  await db.schema.alterTable('emails').addColumn('group_ids', 'text').execute();
  // Few of them, and counted whenever an admin looks at emails.
  await db.schema
    .createIndex('emails_failed')
    .on('emails')
    .columns(['failed_at', 'withdrawn_at', 'sent_at'])
    .where(sql.ref('failed_at'), 'is not', null)
    .execute();
}
