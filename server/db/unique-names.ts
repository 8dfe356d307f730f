import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { toUniqueNameKey } from '#contract/values/unique-name.ts';
import { isUniqueViolation } from './connect.ts';
import type { Db } from './tables.ts';

/** Tables in which names must be unique among the rows that satisfy the SQL condition `inUse`. */
const namedTables = {
  groups: { noun: 'group', inUse: sql<boolean>`deleted_at is null` },
  cohorts: { noun: 'session', inUse: sql<boolean>`true` },
};
type NamedTable = keyof typeof namedTables;

/** Returns the unique key of a name. Throws `invalid` if the key is empty. */
export function requireUniqueNameKey(name: string, field: string): string {
  const key = toUniqueNameKey(name);
  if (key !== '') return key;
  const message = `“${name}” is not a name. Write letters, digits or other signs than dots.`;
  throw new Problem('invalid', message, { fields: { [field]: message } });
}

export const isDuplicateName = (error: unknown, table: NamedTable): boolean =>
  ['name', 'name_key'].some((column) => isUniqueViolation(error, table, column));

export async function findNameByKey(
  db: Db,
  table: NamedTable,
  key: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where name_key = ${key} and ${namedTables[table].inUse}
  `.execute(db);
  return rows[0]?.name;
}

/** Returns names, stored by earlier versions, whose key is empty or equals the key of an older name. */
export async function findNamesWithDuplicateKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from groups where name_key like ${'%\n%'} and deleted_at is null
    union all select name from cohorts where name_key like ${'%\n%'}
    order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** Runs a transaction that writes a name. Throws `name-taken` with the existing name, read in a second transaction. */
export async function writeUniqueName<T>(
  db: Db,
  table: NamedTable,
  { name, field }: { name: string | undefined; field: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (name === undefined || !isDuplicateName(error, table)) throw error;
    const key = toUniqueNameKey(name);
    const find = (trx: Db) => findNameByKey(trx, table, key);
    const existing = (await db.transaction().execute(find)) ?? name;
    const message = `A ${namedTables[table].noun} named “${existing}” exists already; choose another name.`;
    throw new Problem('name-taken', message, { fields: { [field]: message } });
  }
}
