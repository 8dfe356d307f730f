import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Adds the member and the groups that give the recipient the right to an email. Emails queued before have neither. */
export async function up(db: Kysely<unknown>, { id }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('emails').addColumn('to_member_id', id).execute();
  await db.schema.alterTable('emails').addColumn('one_of_group_ids', 'text').execute();
}
