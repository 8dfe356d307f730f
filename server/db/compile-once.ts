import { type Compilable, type CompiledQuery, sql } from 'kysely';
import { isPostgres } from './migrate.ts';
import { keepPlan } from './planned-queries.ts';
import type { Db } from './tables.ts';

/** Stands for a parameter while a query is built; whoever looks into it instead of passing it on is told. */
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
 * A query that is built and compiled once for each of the two databases and then only gets its parameters: for those
 * that are asked with nearly every request, since building one takes as long as running it. `build` gets stand-ins for
 * the parameters and may pass them on as values, nothing else.
 */
export function compiledOnce<Parameters extends Record<string, string | null>, Row>(
  build: (db: Db, parameters: Parameters) => Compilable<Row>,
): (db: Db, parameters: Parameters) => Promise<Row[]> {
  const compiled: { sqlite?: CompiledQuery<Row>; postgres?: CompiledQuery<Row> } = {};
  const standIns = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Parameters;
  return async (db, parameters) => {
    const dialect = isPostgres(db) ? 'postgres' : 'sqlite';
    let query = compiled[dialect];
    if (!query) {
      query = build(db, standIns).compile();
      // PostgreSQL refuses a kept plan whose columns are others since a migration, and the transaction with it.
      if (/(\.|\b(select|returning) )\*/.test(query.sql)) {
        throw new Error(`A query that is compiled once names its columns: ${query.sql}`);
      }
      compiled[dialect] = query;
      if (dialect === 'postgres') keepPlan(query.sql);
    }
    const given = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameters[parameter.name] : parameter,
    );
    return (await db.executeQuery<Row>({ ...query, parameters: given })).rows;
  };
}

/**
 * For `where(…)`: whether a column has one of these identifiers, given as JSON. However long the list is, the query is one
 * text with one parameter. PostgreSQL looks an array up in an index; a subquery it would join with, and read the table.
 */
export const listedIn = (db: Db, column: string, json: string) =>
  isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} = any(array(select jsonb_array_elements_text(${json}::jsonb)::uuid))`
    : sql<boolean>`${sql.ref(column)} in (select value from json_each(${json}))`;
