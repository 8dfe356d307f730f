import { type Tables, tableFacts, tableNames } from '#server/db/tables.ts';

/** A table that backups hold. */
export type KeptTable = {
  [T in keyof Tables]: (typeof tableFacts)[T]['backup'] extends readonly string[] ? T : never;
}[keyof Tables];

const isKept = (table: keyof Tables): table is KeptTable =>
  typeof tableFacts[table].backup !== 'string';

/** Parents before the children that refer to them. */
export const keptTableNames = tableNames.filter(isKept);
export const leftOut = tableNames.filter((table) => !isKept(table));

/** The columns that order a table's rows in an archive. */
export const orderOf = (table: KeptTable): readonly string[] => tableFacts[table].backup;
