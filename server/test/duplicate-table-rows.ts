import type { DatabaseSync } from 'node:sqlite';

type Named = { name: string };
type Column = Named & { type: string; pk: number };
type Index = Named & { unique: number };

/**
 * Copies the rows of each table: 5 times for a table in `small`, such as cohorts, otherwise until it has at least
 * `wanted` rows. Ids and references of one copy get the same suffix, so that its rows belong together. Drops all
 * triggers.
 */
export function duplicateTableRows(
  db: DatabaseSync,
  wanted: number,
  small: readonly string[],
): void {
  const all = <Row>(sql: string) => db.prepare(sql).all() as Row[];
  const listNames = (type: string) =>
    all<Named>(
      `select name from sqlite_schema where type = '${type}' and name not like 'kysely%' and name not like 'sqlite%'`,
    ).map(({ name }) => name);
  db.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on; begin');
  for (const name of listNames('trigger')) db.exec(`drop trigger ${name}`);
  for (const table of listNames('table')) {
    const [{ rows } = { rows: 0 }] = all<{ rows: number }>(`select count(*) as rows from ${table}`);
    const copies = small.includes(table) ? 5 : Math.ceil(wanted / Math.max(rows, 1));
    const suffixes = findSuffixes(all, table, small);
    const columns = all<Column>(`pragma table_info(${table})`);
    const values = columns.map(({ name, type }) => {
      const suffix = suffixes.get(name);
      if (!suffix) return name;
      return /int/i.test(type) ? `${name} + ${suffix} * 1000000` : `${name} || '~' || ${suffix}`;
    });
    db.exec(`
      with recursive copies(copy) as (select 1 union all select copy + 1 from copies where copy < ${copies})
      insert into ${table} (${columns.map(({ name }) => name)})
      select ${values} from copies, (select * from ${table})
    `);
  }
  db.exec('commit');
}

/** Maps the columns that must differ in each copy to the SQL expression of their suffix. */
function findSuffixes(
  all: <Row>(sql: string) => Row[],
  table: string,
  small: readonly string[],
): Map<string, string> {
  const suffixes = new Map<string, string>();
  for (const { name, pk } of all<Column>(`pragma table_info(${table})`)) {
    if (pk > 0) suffixes.set(name, 'copy');
  }
  for (const reference of all<{ from: string; table: string }>(
    `pragma foreign_key_list(${table})`,
  )) {
    suffixes.set(reference.from, small.includes(reference.table) ? '(copy % 5 + 1)' : 'copy');
  }
  for (const index of all<Index>(`pragma index_list(${table})`).filter(({ unique }) => unique)) {
    const parts = all<Named>(`pragma index_info(${index.name})`).map(({ name }) => name);
    if (parts.some((part) => suffixes.get(part) === 'copy')) continue;
    for (const part of parts) suffixes.set(part, 'copy');
  }
  return suffixes;
}
