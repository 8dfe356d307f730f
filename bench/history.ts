// Rows of past years for `npm run bench -- --groups N --history Ny`: emails, audit entries, notices and group changes.

import { type InsertObject, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import type { Db, Tables } from '#server/db/tables.ts';

/** Rows per group and year: 203,000 emails and 400,000 audit entries in 10,000 groups after three years. */
const copiesPerYear = { emails: 7, audit_entries: 13, notices: 4, changes: 7 } as const;
type HistoryTable = keyof typeof copiesPerYear;
/** Table with one row per group or account, from which each copy of the history is made. */
const sources = {
  emails: 'groups',
  audit_entries: 'groups',
  notices: 'users',
  changes: 'groups',
} as const;
const dayMs = 86_400_000;
const textBody = 'Assalam o Alaikum, the marks of the group have been saved. '.repeat(10);
const htmlBody = `<p>${textBody.repeat(3)}</p>`;

type CopyValues = { at: string; id: RawBuilder<string>; copy: number; authorId: string };
type RowValues<Table extends HistoryTable> = InsertObject<Tables, Table>;

/** Values of a copied row. SQL expressions refer to the columns of the row in the source table. */
const rowValues: { [Table in HistoryTable]: (values: CopyValues) => RowValues<Table> } = {
  emails: ({ at, id }) => ({
    id,
    message_id: id,
    group_id: sql`id`,
    recipient: sql`'student' || number || '@university.test'`,
    subject: sql`'Marks of ' || name`,
    text_body: textBody,
    html_body: htmlBody,
    queued_at: at,
    next_attempt_at: at,
    attempts: 1,
    sent_at: at,
  }),
  audit_entries: ({ at, id, authorId }) => ({
    id,
    at,
    action: 'marks-saved',
    actor_id: authorId,
    actor_name: 'Admin',
    actor_email: 'office@university.test',
    subject_kind: 'group',
    subject_id: sql`id`,
    subject_name: sql`name`,
    detail: '{}',
    search_key: sql`'admin office@university.test ' || name_search_key`,
  }),
  notices: ({ at, id }) => ({
    id,
    user_id: sql`id`,
    kind: 'marks',
    text: 'Marks for Semester 7 have been saved.',
    path: '/students',
    created_at: at,
    read_at: at,
    awaits_digest: 0,
  }),
  changes: ({ at, id, copy, authorId }) => ({
    id,
    group_id: sql`id`,
    part: 'group',
    field: 'title',
    value_from: 'Old title',
    value_to: sql`title`,
    changed_by: authorId,
    changed_by_name: 'Admin',
    changed_at: at,
    sequence: 1000 + copy,
  }),
};

/** Adds the history of past years to a seeded department. */
export async function insertHistory(db: Db, years: number, authorId: string): Promise<void> {
  for (const table of Object.keys(copiesPerYear) as HistoryTable[]) {
    const copies = copiesPerYear[table] * years;
    for (let copy = 0; copy < copies; copy += 1) {
      const at = new Date(Date.now() - ((copy + 1) * 365 * years * dayMs) / copies).toISOString();
      const id = isPostgres(db)
        ? sql<string>`gen_random_uuid()`
        : sql<string>`id || ${sql.lit(`-${table}-${copy}`)}`;
      const values = rowValues[table]({ at, id, copy, authorId });
      await insertCopy(db, table, values);
    }
  }
  await db
    .insertInto('email_search_keys')
    .columns(['id', 'queued_at', 'group_id', 'search_key'])
    .expression(
      db
        .selectFrom('emails')
        .select(['id', 'queued_at', 'group_id'])
        .select(sql<string>`lower(recipient || ' ' || subject)`.as('search_key')),
    )
    .execute();
}

async function insertCopy(db: Db, table: HistoryTable, values: Record<string, unknown>) {
  const columns = Object.keys(values);
  const selected = Object.values(values).map((value) =>
    typeof value === 'object' ? value : sql.lit(value),
  );
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(selected)} from ${sql.table(sources[table])}
  `.execute(db);
}
