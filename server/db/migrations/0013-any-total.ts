import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '#server/db/migrate.ts';

/** A scheme may give up to 1,000 marks for a milestone; its own totals are checked when marks are saved. */
export async function anyTotal(
  db: Kysely<unknown>,
  { id, instant, number }: ColumnTypes,
  onPostgres: boolean,
) {
  if (onPostgres) {
    await sql`alter table marks drop constraint marks_marks_check`.execute(db);
    await sql`alter table marks add constraint marks_marks_check check (marks between 0 and 1000)`.execute(
      db,
    );
    return;
  }
  // SQLite changes a constraint only by a new table.
  await db.schema
    .createTable('marks_of_any_total')
    .addColumn('member_id', id, (c) => c.notNull().references('members.id'))
    .addColumn('milestone', 'text', (c) => c.notNull())
    .addColumn('marks', number, (c) => c.check(sql`marks between 0 and 1000`))
    .addColumn('feedback', 'text')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('notified_revision', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('changed_by', id, (c) => c.notNull().references('users.id'))
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('marks_pk', ['member_id', 'milestone'])
    .execute();
  const columns = sql.raw(
    'member_id, milestone, marks, feedback, revision, notified_revision, changed_by, changed_at',
  );
  await sql`insert into marks_of_any_total (${columns}) select ${columns} from marks`.execute(db);
  await db.schema.dropTable('marks').execute();
  await db.schema.alterTable('marks_of_any_total').renameTo('marks').execute();
}
