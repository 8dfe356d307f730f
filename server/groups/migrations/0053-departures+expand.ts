import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Records which members have left a group, until when they belonged to it, and why. */
export async function up(db: Kysely<unknown>, { id, instant, date }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('members').addColumn('left_at', instant).execute();
  await db.schema
    .createTable('departures')
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('left_on', date, (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('moved_to', id, (c) => c.references('groups.id'))
    .addPrimaryKeyConstraint('departures_pk', ['group_id', 'member_id'])
    .execute();
  await db.schema
    .createIndex('departures_member_id')
    .on('departures')
    .column('member_id')
    .execute();
}
