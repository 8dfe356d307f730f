import type { Kysely } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant, date }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('office_hours')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('supervisor_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('weekday', 'integer', (c) => c.notNull())
    .addColumn('starts', 'text', (c) => c.notNull())
    .addColumn('ends', 'text', (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('office_hours_supervisor_id')
    .on('office_hours')
    .column('supervisor_id')
    .execute();
  await db.schema
    .createTable('office_hour_exceptions')
    .addColumn('supervisor_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day_date', date, (c) => c.notNull())
    .addPrimaryKeyConstraint('office_hour_exceptions_pk', ['supervisor_id', 'day_date'])
    .execute();
  await db.schema
    .createTable('slot_bookings')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('supervisor_id', id, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('starts_at', instant, (c) => c.notNull())
    .addColumn('minutes', 'integer', (c) => c.notNull())
    .addColumn('booked_by_name', 'text', (c) => c.notNull())
    .addColumn('booked_at', instant, (c) => c.notNull())
    .addUniqueConstraint('slot_bookings_supervisor_id_unique', ['supervisor_id', 'starts_at'])
    .execute();
  await db.schema
    .createIndex('slot_bookings_group_id')
    .on('slot_bookings')
    .columns(['group_id', 'starts_at'])
    .execute();
}
