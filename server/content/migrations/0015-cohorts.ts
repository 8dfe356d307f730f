import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Adds cohorts and settings. Existing groups are assigned to a cohort when the portal starts. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await addCohorts(db, id, instant);
  await db.schema
    .createTable('settings')
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .addColumn('changed_by', id, (c) => c.references('users.id'))
    .addColumn('changed_by_name', 'text')
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('settings_pk', ['scope', 'name', 'version'])
    .execute();
  await db.schema
    .createTable('group_sequences')
    .addColumn('cohort_id', id, (c) => c.notNull().references('cohorts.id'))
    .addColumn('program', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('group_sequences_pk', ['cohort_id', 'program'])
    .execute();

  await db.schema
    .alterTable('groups')
    .addColumn('cohort_id', id, (c) => c.references('cohorts.id'))
    .execute();
  await db.schema.createIndex('groups_cohort_id').on('groups').column('cohort_id').execute();
  await narrowUniqueMembers(db, instant);
}

async function addCohorts(
  db: Kysely<unknown>,
  id: ColumnTypes['id'],
  instant: ColumnTypes['instant'],
) {
  await db.schema
    .createTable('cohorts')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('code_key', 'text', (c) => c.notNull())
    .addColumn('is_current', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`is_current in (0, 1)`),
    )
    .addColumn('closed_at', instant)
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .execute();
  for (const column of ['name', 'code_key']) {
    const index = db.schema.createIndex(`cohorts_${column}_unique`).unique();
    await index.on('cohorts').column(column).execute();
  }
  await db.schema
    .createIndex('cohorts_current_unique')
    .unique()
    .on('cohorts')
    .column('is_current')
    .where(sql<boolean>`is_current = 1`)
    .execute();
}

/** Restricts the unique indexes of members to open cohorts: members of a closed cohort may submit a new proposal. */
async function narrowUniqueMembers(db: Kysely<unknown>, instant: ColumnTypes['instant']) {
  await db.schema.alterTable('members').addColumn('closed_at', instant).execute();
  for (const column of ['email', 'roll_key']) {
    await db.schema.dropIndex(`members_${column}_unique`).execute();
    await db.schema
      .createIndex(`members_${column}_unique`)
      .unique()
      .on('members')
      .column(column)
      .where(sql<boolean>`deleted_at is null and closed_at is null`)
      .execute();
  }
  await db.schema.createIndex('members_email').on('members').column('email').execute();
}
