import { type Compilable, type CompiledQuery, sql } from 'kysely';
import { isPostgres } from './migrate.ts';
import { cacheQueryPlan } from './planned-queries.ts';
import type { Db } from './tables.ts';

/** Stands in for a parameter while the query is built. Throws if the parameter's value is read. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(
      `The query depends on the value of “${this.name}”, so it cannot be built once.`,
    );
  }
}

/**
 * Returns a query function that compiles only once per SQL dialect, because compiling takes as long as running. The
 * function throws if `build` reads a parameter's value or selects `*`.
 */
export function prepareQuery<Parameters extends Record<string, string | null>, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
): (db: Db, parameters: Parameters) => Promise<Row[]> {
  const compiled: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {};
  const placeholders = new Proxy(
    {},
    { get: (_, name) => new Placeholder(String(name)) },
  ) as Parameters;
  return async (db, parameters) => {
    const dialect = isPostgres(db) ? 'postgres' : 'sqlite';
    let query = compiled[dialect];
    if (!query) {
      query = build(db, placeholders).compile();
      // PostgreSQL rejects a cached plan of `select *` after a migration has changed the columns.
      if (/(\.|\b(select|returning) )\*/.test(query.sql)) {
        throw new Error(`A query that is compiled once names its columns: ${query.sql}`);
      }
      compiled[dialect] = query;
      if (dialect === 'postgres') cacheQueryPlan(query.sql);
    }
    const values = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameters[parameter.name] : parameter,
    );
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
  };
}

/** Returns the condition that `column` is in a JSON array of ids. The SQL is the same for any number of ids. */
export const isIdInJsonArray = (db: Db, column: string, json: string) =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${json}::jsonb)::uuid))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${json}))`;
