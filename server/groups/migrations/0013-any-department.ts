import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Raises the database limits to 1,000 marks and 8 members. The API enforces the lower limits of each department. */
export async function up(
  db: Kysely<unknown>,
  types: ColumnTypes,
  onPostgres: boolean,
): Promise<void> {
  if (onPostgres) {
    await replaceCheck(db, 'marks', 'marks_marks_check', 'marks between 0 and 1000');
    await replaceCheck(db, 'members', 'members_position_check', 'position between 1 and 8');
    return;
  }
  await rebuildMembers(db, types);
  await rebuildMarks(db, types);
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  if (rows.length > 0) throw new Error('Foreign keys of members or marks are broken.');
}

async function replaceCheck(db: Kysely<unknown>, table: string, name: string, condition: string) {
  await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} check (${sql.raw(condition)})`.execute(
    db,
  );
}

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Moves the rows to `<table>_copy`, which then replaces the table, because SQLite cannot alter a constraint. */
async function replaceTable(db: Kysely<unknown>, table: string, columns: string) {
  const copy = sql.table(`${table}_copy`);
  await sql`insert into ${copy} (${sql.raw(columns)}) select ${sql.raw(columns)} from ${sql.table(table)}`.execute(
    db,
  );
  await db.schema.dropTable(table).execute();
  await db.schema.alterTable(`${table}_copy`).renameTo(table).execute();
}

async function rebuildMembers(db: Kysely<unknown>, { id, instant }: ColumnTypes) {
  await db.schema
    .createTable('members_copy')
    .addColumn('id', id, (c) => c.primaryKey())
    .addColumn('group_id', id, (c) => c.notNull().references('groups.id'))
    .addColumn('position', 'integer', (c) => c.notNull().check(sql`position between 1 and 8`))
    .addColumn('name', 'text', required)
    .addColumn('father_name', 'text', required)
    .addColumn('roll', 'text', required)
    .addColumn('roll_key', 'text', required)
    .addColumn('email', 'text', (c) => c.notNull().check(sql`email = lower(email)`))
    .addColumn('phone', 'text', required)
    .addColumn('notified_viva_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('deleted_at', instant)
    .addColumn('left_by', id, (c) => c.references('users.id'))
    .addUniqueConstraint('members_position_unique', ['group_id', 'position'])
    .execute();
  await replaceTable(
    db,
    'members',
    'id, group_id, position, name, father_name, roll, roll_key, email, phone, notified_viva_revision, deleted_at, left_by',
  );
  for (const column of ['email', 'roll_key']) {
    await db.schema
      .createIndex(`members_${column}_unique`)
      .unique()
      .on('members')
      .column(column)
      .where(sql<boolean>`deleted_at is null`)
      .execute();
  }
}

async function rebuildMarks(db: Kysely<unknown>, { id, instant, number }: ColumnTypes) {
  await db.schema
    .createTable('marks_copy')
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('milestone', 'text', required)
    .addColumn('marks', number, (c) => c.check(sql`marks between 0 and 1000`))
    .addColumn('feedback', 'text')
    .addColumn('revision', 'integer', required)
    .addColumn('notified_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('changed_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('changed_at', instant, required)
    .addPrimaryKeyConstraint('marks_pk', ['member_id', 'milestone'])
    .execute();
  await replaceTable(
    db,
    'marks',
    'member_id, milestone, marks, feedback, revision, notified_revision, changed_by, changed_at',
  );
}
