import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Links a member who moved to their row in the other group. */
export async function up(db: Kysely<unknown>, { id }: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('departures')
    .addColumn('moved_to_member', id, (c) => c.references('members.id'))
    .execute();
  await db.schema
    .createIndex('departures_moved_to_member')
    .on('departures')
    .column('moved_to_member')
    .where('moved_to_member', 'is not', null)
    .execute();
}
