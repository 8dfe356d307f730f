import type { ColumnDataType, Expression, Kysely } from 'kysely';

type ColumnType = ColumnDataType | Expression<unknown>;

/** The column types of the dialect. */
export type ColumnTypes = Record<'id' | 'instant' | 'date' | 'number', ColumnType>;

/**
 * The function `up` of a file in `server/<folder>/migrations/`. The file's name is the migration's name: its number
 * defines the order, and `+expand` at the end states that it only adds.
 */
export type Migration = (
  db: Kysely<unknown>,
  types: ColumnTypes,
  onPostgres: boolean,
) => Promise<void>;
