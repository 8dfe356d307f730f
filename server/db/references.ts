import { sql } from 'kysely';
import { isPostgres } from './migrate.ts';
import type { Db } from './tables.ts';

type Reference = { table: string; column: string; parent: string };

/** Returns the foreign keys of all tables. Every foreign key consists of a single column. */
export async function listForeignKeys(db: Db): Promise<Reference[]> {
  const { rows } = isPostgres(db)
    ? await sql<Reference>`
        select child.relname as "table", attname as "column", parent.relname as parent from pg_constraint
        join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
        join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'f' and connamespace = current_schema()::regnamespace
      `.execute(db)
    : await sql<Reference>`
        select tables.name as "table", keys."from" as "column", keys."table" as parent
        from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
        where tables.type = 'table'
      `.execute(db);
  return rows;
}

/** Sorts the tables so that each one follows the tables to which its foreign keys refer. */
export async function sortTablesByForeignKeys<Name extends string>(
  db: Db,
  names: readonly Name[],
): Promise<Name[]> {
  const parents = Map.groupBy(await listForeignKeys(db), ({ table }) => table);
  const sorted: Name[] = [];
  const isReady = (name: string) =>
    (parents.get(name) ?? []).every(
      ({ parent }) =>
        parent === name || !names.includes(parent as Name) || sorted.includes(parent as Name),
    );
  while (sorted.length < names.length) {
    const next = names.find((name) => !sorted.includes(name) && isReady(name));
    if (next === undefined) throw new Error('The foreign keys of these tables form a cycle.');
    sorted.push(next);
  }
  return sorted;
}
