import { type Kysely, sql } from 'kysely';
import { normaliseForSearch } from '#contract/values/search-form.ts';
import { toSortKey } from '#contract/values/sort-key.ts';
import type { ColumnTypes } from '#server/db/migration.ts';

const rowsAtOnce = 500;

export async function up(
  db: Kysely<unknown>,
  { id, instant }: ColumnTypes,
  onPostgres: boolean,
): Promise<void> {
  // Make PostgreSQL compare strings byte by byte, as SQLite does.
  const bytewise = onPostgres ? sql`text collate "C"` : 'text';
  await addColumn(db, 'users', 'search_key', 'text');
  await addColumn(db, 'users', 'sort_key', bytewise);
  await addColumn(db, 'groups', 'name_search_key', 'text');
  await addColumn(db, 'groups', 'sort_key', bytewise);
  await db.schema
    .createTable('email_search_keys')
    .addColumn('id', id, (c) => c.primaryKey().references('emails.id').onDelete('cascade'))
    .addColumn('queued_at', instant, (c) => c.notNull())
    .addColumn('group_id', id)
    .addColumn('search_key', 'text', (c) => c.notNull())
    .execute();

  const types = onPostgres
    ? { id: 'uuid', sequence: 'bigint' }
    : { id: 'text', sequence: 'integer' };
  await eachBatch<User>(db, ['id', 'name', 'email', 'role'], 'users', (rows) => {
    const keys = rows.map(({ id, name, email, role }) => ({
      id,
      search_key: normaliseForSearch(`${name}\n${email}\n${role}`),
      sort_key: `${toSortKey(name)}\n${email}`,
    }));
    return update(db, 'users', types, keys);
  });
  await eachBatch<Group>(db, ['id', 'name', 'search_key'], 'groups', (rows) => {
    const keys = rows.map(({ id, name, search_key }) => ({
      id,
      search_key: normaliseForSearch(search_key),
      name_search_key: normaliseForSearch(name),
      sort_key: toSortKey(name),
    }));
    return update(db, 'groups', types, keys);
  });
  await fillEmails(db, onPostgres);
  await changingAudit(db, onPostgres, () =>
    eachBatch<Entry>(db, ['sequence', 'search_key'], 'audit_entries', (rows) => {
      const keys = rows
        .map(({ sequence, search_key: before }) => ({
          sequence,
          before,
          search_key: normaliseForSearch(before),
        }))
        .filter(({ before, search_key }) => search_key !== before)
        .map(({ sequence, search_key }) => ({ sequence: `${sequence}`, search_key }));
      return update(db, 'audit_entries', types, keys);
    }),
  );
  await db.schema
    .createIndex('groups_by_name')
    .on('groups')
    .columns(['cohort_id', 'sort_key', 'id'])
    .where(sql.ref('deleted_at'), 'is', null)
    .execute();
  await db.schema.dropIndex('groups_on_board').execute();
}

async function fillEmails(db: Kysely<unknown>, onPostgres: boolean): Promise<void> {
  // SQLite stores rows in `rowid` order. Reading them in `id` order would access pages in random order.
  const place = onPostgres ? 'id' : 'rowid';
  const read = ['id', 'queued_at', 'group_id', 'recipient', 'subject'] as const;
  await eachBatch<Email>(db, [place, ...read], 'emails', (rows) => {
    const keys = rows.map(({ id, queued_at, group_id, recipient, subject }) => {
      const search_key = normaliseForSearch(`${recipient}\n${subject}`);
      return sql`(${sql.join([id, queued_at, group_id, search_key])})`;
    });
    return sql`
      insert into email_search_keys (id, queued_at, group_id, search_key) values ${sql.join(keys)}
    `.execute(db);
  });
  await db.schema
    .createIndex('email_search_keys_newest')
    .on('email_search_keys')
    .columns(['queued_at', 'id'])
    .execute();
}

type User = { id: string; name: string; email: string; role: string };
type Group = { id: string; name: string; search_key: string };
type Email = {
  rowid: number;
  id: string;
  queued_at: string;
  group_id: string | null;
  recipient: string;
  subject: string;
};
type Entry = { sequence: number; search_key: string };

const addColumn = (
  db: Kysely<unknown>,
  table: string,
  column: string,
  type: 'text' | ReturnType<typeof sql>,
) =>
  db.schema
    .alterTable(table)
    .addColumn(column, type, (c) => c.notNull().defaultTo(''))
    .execute();

async function eachBatch<Row>(
  db: Kysely<unknown>,
  columns: [keyof Row & string, ...(keyof Row & string)[]],
  table: string,
  write: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  const key = sql.ref(columns[0]);
  for (let last: unknown; ; ) {
    const after = last === undefined ? sql`true` : sql`${key} > ${last}`;
    const { rows } = await sql<Row>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${after} order by ${key} limit ${sql.lit(rowsAtOnce)}
    `.execute(db);
    if (rows.length === 0) return;
    await write(rows);
    last = rows.at(-1)?.[columns[0]];
  }
}

/** Updates the table's rows. The first property of each given row is the key. */
async function update(
  db: Kysely<unknown>,
  table: string,
  types: Readonly<Record<string, string>>,
  rows: readonly Record<string, string>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const [key = '', ...written] = Object.keys(first);
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`));
  const set = written.map((column) => sql`${sql.ref(column)} = ${sql.ref(`new_keys.${column}`)}`);
  const sameRow = sql`${sql.ref(`${table}.${key}`)} = cast(${sql.ref(`new_keys.${key}`)} as ${sql.raw(`${types[key]}`)})`;
  await sql`
    with new_keys (${columns}) as (values ${values})
    update ${sql.table(table)} set ${sql.join(set)} from new_keys where ${sameRow}
  `.execute(db);
}

/** Disables the audit trail's append-only trigger while `write` updates a derived column. */
async function changingAudit(
  db: Kysely<unknown>,
  onPostgres: boolean,
  write: () => Promise<unknown>,
): Promise<void> {
  if (onPostgres) {
    const trigger = sql`trigger audit_entries_only_added_to`;
    await sql`alter table audit_entries disable ${trigger}`.execute(db);
    await write();
    await sql`alter table audit_entries enable ${trigger}`.execute(db);
    return;
  }
  const triggers = await sql<{ sql: string }>`
    select sql from sqlite_schema where type = 'trigger' and name = 'audit_entries_no_update'
  `.execute(db);
  await sql`drop trigger audit_entries_no_update`.execute(db);
  await write();
  for (const trigger of triggers.rows) await sql.raw(trigger.sql).execute(db);
}
