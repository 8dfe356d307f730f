import { DatabaseSync } from 'node:sqlite';
import { SqliteConnection } from './sqlite-connection.ts';

export const openReader = (file: string): SqliteConnection =>
  new SqliteConnection(addFunctions(new DatabaseSync(file, { readOnly: true, timeout: 0 })));

/** Replaces SQLite's `lower` function, which converts only ASCII letters. */
export function addFunctions(database: DatabaseSync): DatabaseSync {
  database.function('lower', { deterministic: true }, (text) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  return database;
}
