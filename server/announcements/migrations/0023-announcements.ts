import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('announcements')
    .addColumn('id', id, (c) => c.primaryKey().notNull())
    .addColumn('cohort_id', id, (c) => c.notNull().references('cohorts.id'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('roles', 'text', (c) => c.notNull())
    .addColumn('programs', 'text')
    .addColumn('is_for_groups', 'integer', (c) => c.notNull().check(sql`is_for_groups in (0, 1)`))
    .addColumn('by_email', 'integer', (c) => c.notNull().check(sql`by_email in (0, 1)`))
    .addColumn('publish_at', instant, (c) => c.notNull())
    .addColumn('published_at', instant)
    .addColumn('shown_until', instant)
    .addColumn('withdrawn_at', instant)
    .addColumn('created_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('created_by_name', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('announcements_cohort')
    .on('announcements')
    .columns(['cohort_id', 'publish_at'])
    .execute();
  await db.schema
    .createTable('announcement_groups')
    .addColumn('announcement_id', id, (c) => c.notNull().references('announcements.id'))
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addPrimaryKeyConstraint('announcement_groups_pk', ['announcement_id', 'group_id'])
    .execute();
  await db.schema
    .createIndex('announcement_groups_group')
    .on('announcement_groups')
    .column('group_id')
    .execute();
  await db.schema
    .createTable('announcement_emails')
    .addColumn('announcement_id', id, (c) => c.notNull().references('announcements.id'))
    .addColumn('email_id', id, (c) => c.notNull().references('emails.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('announcement_emails_pk', ['announcement_id', 'email_id'])
    .execute();
  await db.schema
    .createIndex('announcement_emails_email')
    .on('announcement_emails')
    .column('email_id')
    .execute();
}
