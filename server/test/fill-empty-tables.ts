import { randomUUID } from 'node:crypto';
import { type ColumnMetadata, type RawBuilder, sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import { listForeignKeys, sortTablesByForeignKeys } from '#server/db/references.ts';
import { tableNames } from '#server/db/schema.ts';
import type { Db } from '#server/db/tables.ts';

type Parent = { parent: string };
const selectAnyId = ({ parent }: Parent) => sql`(select id from ${sql.table(parent)} limit 1)`;

/** Inserts a row into each empty table. The foreign keys of the new row refer to arbitrary existing rows. */
export async function fillEmptyTables(db: Db): Promise<void> {
  for (const name of await sortTablesByForeignKeys(db, tableNames)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) await insertGeneratedRow(db, name);
  }
}

/** Inserts a row with generated values. `selectId` selects the row to which a foreign key refers. */
export async function insertGeneratedRow(
  db: Db,
  name: string,
  selectId: (key: Parent) => RawBuilder<unknown> = selectAnyId,
): Promise<void> {
  const columns = await describeColumns(db, name);
  // Always fill `id`, because SQLite reports a primary key as nullable unless it is declared `not null`.
  const required = columns.filter(
    ({ name: column, isNullable, hasDefaultValue }) =>
      column === 'id' || (!isNullable && !hasDefaultValue),
  );
  const values = required.map((column) => (column.key ? selectId(column.key) : column.value));
  await sql`
    insert into ${sql.table(name)} (${sql.join(required.map((column) => sql.ref(column.name)))})
    values (${sql.join(values)})
  `.execute(db);
}

/** Returns the columns of a table, each with its foreign key and with a value that the table accepts. */
export async function describeColumns(db: Db, name: string) {
  const tables = await db.introspection.getTables();
  const references = await listForeignKeys(db);
  const checks = await readChecks(db, name);
  const columns = tables.find((table) => table.name === name)?.columns ?? [];
  return columns.map((column) => ({
    ...column,
    key: references.find((key) => key.table === name && key.column === column.name),
    allowedValue: findAllowedValue(checks, column.name),
    value: findAllowedValue(checks, column.name) ?? createValue(column),
  }));
}

async function readChecks(db: Db, table: string): Promise<string> {
  const { rows } = isPostgres(db)
    ? await sql<{ text: string | null }>`
        select string_agg(pg_get_constraintdef(oid), ' ') as text from pg_constraint
        where conrelid = ${table}::regclass and contype = 'c'
      `.execute(db)
    : await sql<{ text: string | null }>`
        select sql as text from sqlite_schema where name = ${table}
      `.execute(db);
  return rows[0]?.text ?? '';
}

/** Returns the first value that a CHECK constraint such as `state in ('unchecked', …)` allows for `column`. */
export function findAllowedValue(checks: string, column: string): string | undefined {
  const list = new RegExp(`\\b${column}"?\\)? (?:in \\(|= any \\(\\(?array\\[)'([^']+)'`, 'i');
  return list.exec(checks)?.[1];
}

/** Timestamps are recognised by column name, because SQLite stores them as text. */
function createValue({ name, dataType }: ColumnMetadata): string | number {
  if (/^timestamp/.test(dataType) || /_(at|until|since)$|^due$/.test(name)) {
    return '2027-01-15T10:00:00.000Z';
  }
  if (dataType === 'date' || name.endsWith('_date')) return '2027-01-15';
  return /int|float|double|real|numeric/i.test(dataType) ? 1 : randomUUID();
}
