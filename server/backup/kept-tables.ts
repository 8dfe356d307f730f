import { formerTableNames, type Tables, tableFacts, tableNames } from '#server/db/tables.ts';

type CurrentName = {
  [T in keyof Tables]: (typeof tableFacts)[T]['backup'] extends readonly string[] ? T : never;
}[keyof Tables];
type FormerName = keyof typeof formerTableNames;

export type KeptTable = CurrentName | FormerName;

const isKept = (table: keyof Tables): table is CurrentName =>
  typeof tableFacts[table].backup !== 'string';

const formerNames = Object.keys(formerTableNames) as FormerName[];
const isFormer = (table: KeptTable): table is FormerName =>
  formerNames.some((former) => former === table);

export const currentName = (table: KeptTable): CurrentName =>
  isFormer(table) ? formerTableNames[table] : table;

export const currentKeptTables = tableNames.filter(isKept);

export const keptTableNames: readonly KeptTable[] = currentKeptTables.flatMap((name) => [
  ...formerNames.filter((former) => formerTableNames[former] === name),
  name,
]);
export const leftOut = tableNames.filter((table) => !isKept(table));

export const orderOf = (table: KeptTable): readonly string[] =>
  tableFacts[currentName(table)].backup;
