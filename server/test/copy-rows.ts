import type { DatabaseSync } from 'node:sqlite';

const startOfId = /[0-9a-f]{8}(?=(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g;
const digits = '0123456789abcdef';

/** Replaces each id in a text by the id of its copy. Applied twice, it returns the original text. */
export const toCopiedIds = (text: string): string =>
  text.replace(startOfId, (start) =>
    start.replace(/./g, (digit) => digits[15 - digits.indexOf(digit)] ?? digit),
  );

type Column = { name: string; type: string; pk: number };

/**
 * Adds a copy of each row of the tables. References within and between the copies, also those in JSON, are to copies:
 * they are a second department beside the first one. Drops all triggers.
 */
export function copyRows(db: DatabaseSync, tables: readonly string[]): void {
  const all = <Row>(query: string) => db.prepare(query).all() as Row[];
  db.function('to_copied_ids', (value) => (typeof value === 'string' ? toCopiedIds(value) : value));
  db.exec('pragma foreign_keys = off; begin');
  for (const { name } of all<Column>("select name from sqlite_schema where type = 'trigger'"))
    db.exec(`drop trigger ${name}`);
  for (const table of tables) {
    const distinct = findDistinctColumns(all, table);
    const values = all<Column>(`pragma table_info(${table})`).map(({ name, type, pk }) => {
      // Only one cohort is the current one, and an admin would be an admin of both departments.
      if (name === 'is_current') return '0';
      if (name === 'role') return "iif(role = 'admin', 'faculty', role)";
      if (/int/i.test(type)) return pk > 0 || distinct.has(name) ? `${name} + 1000000` : name;
      return distinct.has(name) ? `${name} || '~'` : `to_copied_ids(${name})`;
    });
    // Rows without ids of records, such as the settings of the whole portal, are not copied.
    db.exec(`insert or ignore into ${table} select ${values} from ${table}`);
  }
  db.exec('commit');
}

/** Returns the columns of unique indexes that contain no id. Their values in a copy must differ from the original. */
function findDistinctColumns(all: <Row>(query: string) => Row[], table: string): Set<string> {
  const indexes = all<{ name: string; unique: number }>(`pragma index_list(${table})`);
  const unique = indexes
    .filter((index) => index.unique)
    .map(({ name }) => all<Column>(`pragma index_info(${name})`).map((column) => column.name));
  const distinct = unique.filter((names) => !names.some((name) => /(^|_)(id|scope)$/.test(name)));
  // A column such as `code_key` is derived from `code`.
  return new Set(distinct.flat().flatMap((name) => [name, name.replace(/_key$/, '')]));
}
