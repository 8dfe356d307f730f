import type { Kysely } from 'kysely';

/** Adds the member and the groups that give the recipient the right to an email. Emails queued before have neither. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['to_member_id', 'one_of_group_ids']) {
    await db.schema.alterTable('emails').addColumn(column, 'text').execute();
  }
}
