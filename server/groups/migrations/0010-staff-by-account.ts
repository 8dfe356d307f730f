import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Links groups to the accounts of their supervisors and examiners, so that two accounts may have the same name. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes) {
  for (const part of ['supervisor', 'external_examiner']) {
    await db.schema
      .alterTable('groups')
      .addColumn(`${part}_id`, id, (c) => c.references('users.id'))
      .execute();
    await db.schema.createIndex(`groups_${part}_id`).on('groups').column(`${part}_id`).execute();
    // At most one account matches: the unique index on names is dropped only after this update.
    await sql`
      update groups set ${sql.ref(`${part}_id`)} = (
        select users.id from users
        where users.role = 'faculty' and users.name_key = ${sql.ref(`groups.${part}_key`)}
      ) where ${sql.ref(`${part}_key`)} <> 'other'
    `.execute(db);
  }
  await db.schema.dropIndex('users_name_key_unique').execute();
  await db.schema.createIndex('users_name_key').on('users').column('name_key').execute();

  // `supervises` is 1 for faculty accounts that students can choose, which excludes accounts that only examine.
  await db.schema
    .alterTable('users')
    .addColumn('supervises', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`supervises in (0, 1)`),
    )
    .execute();
  await sql`
    update users set supervises = 1 where role = 'faculty' and (
      exists (select 1 from groups where supervisor_id = users.id)
      or not exists (select 1 from groups where external_examiner_id = users.id)
    )
  `.execute(db);

  await db.schema
    .alterTable('members')
    .addColumn('left_by', id, (c) => c.references('users.id'))
    .execute();

  await db.schema
    .alterTable('documents')
    .addColumn('checked_by', id, (c) => c.references('users.id'))
    .execute();
  await db.schema.alterTable('documents').addColumn('checked_by_name', 'text').execute();
  await db.schema.alterTable('documents').addColumn('checked_at', instant).execute();
}
