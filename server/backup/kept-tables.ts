import { formerTableNames, type Tables, tableFacts, tableNames } from '#server/db/tables.ts';

type CurrentName = {
  [T in keyof Tables]: (typeof tableFacts)[T]['backup'] extends readonly string[] ? T : never;
}[keyof Tables];
type FormerName = keyof typeof formerTableNames;

/** A table that backups hold, also by the name that it had in an earlier version. */
export type KeptTable = CurrentName | FormerName;

const isKept = (table: keyof Tables): table is CurrentName =>
  typeof tableFacts[table].backup !== 'string';

const formerNames = Object.keys(formerTableNames) as FormerName[];
const isFormer = (table: KeptTable): table is FormerName =>
  formerNames.some((former) => former === table);

export const currentName = (table: KeptTable): CurrentName =>
  isFormer(table) ? formerTableNames[table] : table;

/** Parents before the children that refer to them. */
export const currentKeptTables = tableNames.filter(isKept);

/** A database has each table by one of its names. */
export const keptTableNames: readonly KeptTable[] = currentKeptTables.flatMap((name) => [
  ...formerNames.filter((former) => formerTableNames[former] === name),
  name,
]);
export const leftOut = tableNames.filter((table) => !isKept(table));

/** The columns that order a table's rows in an archive. */
export const orderOf = (table: KeptTable): readonly string[] =>
  tableFacts[currentName(table)].backup;
