import { formerTableNames, type Tables, tableFacts, tableNames } from '#server/db/tables.ts';

type CurrentName = {
  [T in keyof Tables]: (typeof tableFacts)[T]['backup'] extends readonly string[] ? T : never;
}[keyof Tables];
type FormerName = keyof typeof formerTableNames;

export type BackupTable = CurrentName | FormerName;

const isBackedUp = (table: keyof Tables): table is CurrentName =>
  typeof tableFacts[table].backup !== 'string';

const formerNames = Object.keys(formerTableNames) as FormerName[];
const isFormer = (table: BackupTable): table is FormerName =>
  formerNames.some((former) => former === table);

export const getCurrentName = (table: BackupTable): CurrentName =>
  isFormer(table) ? formerTableNames[table] : table;

export const currentBackupTables = tableNames.filter(isBackedUp);

export const backupTableNames: readonly BackupTable[] = currentBackupTables.flatMap((name) => [
  ...formerNames.filter((former) => formerTableNames[former] === name),
  name,
]);
export const excludedTables = tableNames.filter((table) => !isBackedUp(table));

export const getSortColumns = (table: BackupTable): readonly string[] =>
  tableFacts[getCurrentName(table)].backup;
