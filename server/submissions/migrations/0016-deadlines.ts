import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema.alterTable('documents').addColumn('deadline_id', 'text').execute();
  await db.schema
    .createTable('group_deadlines')
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('deadline_id', 'text', (c) => c.notNull())
    .addColumn('due', instant)
    .addColumn('is_excused', 'integer', (c) => c.notNull().check(sql`is_excused in (0, 1)`))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('changed_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('group_deadlines_pk', ['group_id', 'deadline_id'])
    .execute();
  await db.schema
    .createTable('extension_requests')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('deadline_id', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('asked_due', instant, (c) => c.notNull())
    .addColumn('document_id', id, (c) => c.references('documents.id'))
    .addColumn('asked_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('asked_by_name', 'text', (c) => c.notNull())
    .addColumn('asked_at', instant, (c) => c.notNull())
    .addColumn('decision', 'text', (c) => c.check(sql`decision in ('granted', 'refused')`))
    .addColumn('decided_by', id, (c) => c.references('users.id'))
    .addColumn('decided_by_name', 'text')
    .addColumn('decided_at', instant)
    .addColumn('decision_reason', 'text')
    .execute();
  await db.schema
    .createIndex('extension_requests_group_id')
    .on('extension_requests')
    .column('group_id')
    .execute();
  await db.schema
    .createIndex('extension_requests_open_unique')
    .unique()
    .on('extension_requests')
    .columns(['group_id', 'deadline_id'])
    .where(sql<boolean>`decision is null`)
    .execute();
  await db.schema
    .createTable('reminders')
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('deadline_id', 'text', (c) => c.notNull())
    .addColumn('due', instant, (c) => c.notNull())
    .addColumn('days', 'integer', (c) => c.notNull())
    .addColumn('queued_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('reminders_pk', ['group_id', 'deadline_id', 'due', 'days'])
    .execute();
}
