import { sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { uniqueNameKey } from '#contract/values/unique-name.ts';
import { isDuplicate } from './connect.ts';
import type { Db } from './tables.ts';

/** Which rows of a table have names that no other row may get. */
const named = {
  groups: { noun: 'group', inUse: sql<boolean>`deleted_at is null` },
  cohorts: { noun: 'cohort', inUse: sql<boolean>`true` },
};
type NamedTable = keyof typeof named;

/** Returns the key that a name is unique by. Throws `invalid` for a text that is no name, such as "..". */
export function requireNameKey(name: string, field: string): string {
  const key = uniqueNameKey(name);
  if (key !== '') return key;
  const message = `“${name}” is not a name. Write letters, digits or other signs than dots.`;
  throw new Problem('invalid', message, { fields: { [field]: message } });
}

/** Returns true if the database has refused a row because another has its name. */
export const isDuplicateName = (error: unknown, table: NamedTable): boolean =>
  ['name', 'name_key'].some((column) => isDuplicate(error, table, column));

/** Returns the name, as it is stored, of the row in use that has this key. */
export async function findNamed(
  db: Db,
  table: NamedTable,
  key: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(table)} where name_key = ${key} and ${named[table].inUse}
  `.execute(db);
  return rows[0]?.name;
}

/** Returns the names that only look different from older ones, from before keys were unique. */
export async function findSharedNames(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from groups where name_key like ${'%\n%'} and deleted_at is null
    union all select name from cohorts where name_key like ${'%\n%'}
    order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Runs a transaction that writes a name. Throws `name-taken` with the existing name if another row has it, also one that
 * was written at the same moment. A second transaction reads that name: PostgreSQL runs no query in a failed one, and
 * outside of transactions SQLite does not see yet what it commits in one batch with the failed one.
 */
export async function refuseTakenName<T>(
  db: Db,
  table: NamedTable,
  { name, field }: { name: string | undefined; field: string },
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (name === undefined || !isDuplicateName(error, table)) throw error;
    const key = uniqueNameKey(name);
    const find = (trx: Db) => findNamed(trx, table, key);
    const existing = (await db.transaction().execute(find)) ?? name;
    const message = `A ${named[table].noun} named “${existing}” exists already; choose another name.`;
    throw new Problem('name-taken', message, { fields: { [field]: message } });
  }
}
