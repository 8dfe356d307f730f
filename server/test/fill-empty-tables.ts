import { randomUUID } from 'node:crypto';
import { type ColumnMetadata, sql } from 'kysely';
import { isPostgres } from '#server/db/migrate.ts';
import { listForeignKeys, sortTablesByForeignKeys } from '#server/db/references.ts';
import { tableNames } from '#server/db/schema.ts';
import type { Db } from '#server/db/tables.ts';

/** Inserts a row into each empty table. The foreign keys of the new row refer to arbitrary existing rows. */
export async function fillEmptyTables(db: Db): Promise<void> {
  const tables = await db.introspection.getTables();
  const references = await listForeignKeys(db);
  for (const name of await sortTablesByForeignKeys(db, tableNames)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) continue;
    const checks = await readChecks(db, name);
    const columns = tables.find((table) => table.name === name)?.columns ?? [];
    // Always fill `id`, because SQLite reports a primary key as nullable unless it is declared `not null`.
    const required = columns.filter(
      ({ name: column, isNullable, hasDefaultValue }) =>
        column === 'id' || (!isNullable && !hasDefaultValue),
    );
    const values = required.map((column) => {
      const key = references.find(
        (reference) => reference.table === name && reference.column === column.name,
      );
      if (key) return sql`(select id from ${sql.table(key.parent)} limit 1)`;
      return findAllowedValue(checks, column.name) ?? createValue(column);
    });
    await sql`
      insert into ${sql.table(name)} (${sql.join(required.map((column) => sql.ref(column.name)))})
      values (${sql.join(values)})
    `.execute(db);
  }
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
  return /int|double|real|numeric/i.test(dataType) ? 1 : randomUUID();
}
