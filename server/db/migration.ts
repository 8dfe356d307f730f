import type { ColumnDataType, Expression, Kysely } from 'kysely';

type ColumnType = ColumnDataType | Expression<unknown>;

export type ColumnTypes = Record<'id' | 'instant' | 'date' | 'number', ColumnType>;

/**
 * The `up` export of each file in `server/<folder>/migrations/`. The number in the file's name determines the order. A
 * migration with the suffix `+expand` only adds tables, columns or indexes.
 */
export type Migration = (
  db: Kysely<unknown>,
  types: ColumnTypes,
  onPostgres: boolean,
) => Promise<void>;
