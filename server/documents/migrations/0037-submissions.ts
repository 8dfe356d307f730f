import { type Kysely, sql } from 'kysely';
import { appliesToProgram } from '#contract/rules/submissions.ts';
import type { DeadlineSettings } from '#contract/settings/department.ts';
import type { ColumnTypes } from '#server/db/migration.ts';

/** Records each file as submitted for every deadline that requires its kind; a monthly report for its own deadline. */
export async function up(db: Kysely<unknown>, { id, instant }: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('submissions')
    .addColumn('document_id', id, (c) => c.notNull().references('documents.id').onDelete('cascade'))
    .addColumn('deadline_id', 'text', (c) => c.notNull())
    .addColumn('submitted_at', instant, (c) => c.notNull())
    .addColumn('submitted_by', id, (c) => c.references('users.id'))
    .addColumn('submitted_by_name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('submissions_pk', ['document_id', 'deadline_id'])
    .execute();
  await sql`
    insert into submissions
    select id, deadline_id, uploaded_at, uploaded_by, uploaded_by_name from documents
    where kind = 'report' and deadline_id is not null
  `.execute(db);
  const { rows } = await sql<{ scope: string; value: string }>`
    select scope, value from settings where name = 'deadlines' and version = (
      select max(version) from settings as later
      where later.scope = settings.scope and later.name = settings.name
    )
  `.execute(db);
  for (const { scope, value } of rows) await assignStored(db, scope, JSON.parse(value));
}

async function assignStored(db: Kysely<unknown>, cohortId: string, deadlines: DeadlineSettings) {
  const { rows } = await sql<{ program: string }>`
    select distinct program from groups where cohort_id = ${cohortId}
  `.execute(db);
  for (const { id, documents = [], programs = null } of deadlines) {
    const kinds = documents.filter((kind) => kind !== 'report');
    const asked = rows.filter(({ program }) => appliesToProgram({ programs }, program));
    if (id === undefined || kinds.length === 0 || asked.length === 0) continue;
    await sql`
      insert into submissions
      select documents.id, ${sql.lit(id)}, uploaded_at, uploaded_by, uploaded_by_name
      from documents join groups on groups.id = documents.group_id
      where groups.cohort_id = ${cohortId} and documents.kind in (${sql.join(kinds)})
        and groups.program in (${sql.join(asked.map(({ program }) => program))})
    `.execute(db);
  }
}
