import { allTableDeclarations, tableNames } from '#server/db/schema.ts';
import type { TableDeclaration } from '#server/db/tables.ts';

type BackupTable = { name: string; sortColumns: readonly string[] };

/** The tables that backups contain, keyed by their current names and by the former names in older databases. */
const backupTables: ReadonlyMap<string, BackupTable> = new Map(
  tableNames.flatMap((name) => {
    const { backup, formerName } = allTableDeclarations[name] as TableDeclaration;
    if (typeof backup === 'string') return [];
    const table = { name, sortColumns: backup };
    return [name, ...(formerName ? [formerName] : [])].map((key) => [key, table] as const);
  }),
);

export const isTableInBackups = (name: string): boolean => backupTables.has(name);

/** Returns the current name and the sort columns of a table. Throws if backups do not contain the table. */
export function getBackupTable(name: string): BackupTable {
  const table = backupTables.get(name);
  if (!table) throw new Error(`Backups have no table ${name}.`);
  return table;
}

export const includedTables = tableNames.filter(isTableInBackups);
export const excludedTables = tableNames.filter((name) => !isTableInBackups(name));
