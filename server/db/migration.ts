import type { ColumnDataType, Expression, Kysely } from 'kysely';

type ColumnType = ColumnDataType | Expression<unknown>;

/** Column types in the SQL dialect of the database. */
export type ColumnTypes = Record<'id' | 'instant' | 'date' | 'number', ColumnType>;

/**
 * The `up` function that each file in `server/<folder>/migrations/` exports. The file's name is the
 * migration's name: its number determines the order, and the suffix `+expand` states that the
 * migration only adds tables, columns or indexes.
 */
export type Migration = (
  db: Kysely<unknown>,
  types: ColumnTypes,
  onPostgres: boolean,
) => Promise<void>;
