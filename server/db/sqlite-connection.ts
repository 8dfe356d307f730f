import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

/** The portal has fewer different queries. */
const maxPrepared = 500;

type Row = Record<string, unknown>;
type Prepared = { statement: StatementSync; columns: readonly string[]; emptyRow: Row };

/** Each statement is prepared once, since that costs more than running it. */
export class SqliteConnection {
  readonly #native: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(native: DatabaseSync) {
    this.#native = native;
  }

  get isTransaction(): boolean {
    return this.#native.isTransaction;
  }

  execute<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const { statement, columns, emptyRow } = this.#prepared.get(sql) ?? this.#prepare(sql);
    const bound = parameters as readonly SQLInputValue[];
    if (columns.length === 0) {
      const { changes, lastInsertRowid } = statement.run(...bound);
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
    }
    // With `setReturnArrays`.
    const found = statement.all(...bound) as unknown as unknown[][];
    // SQLite has prepared it again by itself, since a column was added. Migrations rename before anybody is served.
    if (found[0] && found[0].length !== columns.length) {
      return { rows: rowsOf(this.#describe(sql, statement), found) as R[] };
    }
    return { rows: rowsOf({ columns, emptyRow }, found) as R[] };
  }

  run(sql: string): void {
    this.execute({ sql, parameters: [] });
  }

  /** A statement of its own: the same query may be asked again while this one is read. */
  iterate({ sql, parameters }: CompiledQuery): Iterable<unknown> {
    return this.#native.prepare(sql).iterate(...(parameters as readonly SQLInputValue[]));
  }

  close(): void {
    this.#native.close();
  }

  #prepare(sql: string): Prepared {
    if (this.#prepared.size >= maxPrepared) this.#prepared.clear();
    const statement = this.#native.prepare(sql);
    statement.setReturnArrays(true);
    return this.#describe(sql, statement);
  }

  #describe(sql: string, statement: StatementSync): Prepared {
    const columns = statement.columns().map(({ name }) => name);
    const emptyRow = Object.fromEntries(columns.map((name) => [name, null]));
    const prepared = { statement, columns, emptyRow };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/**
 * The objects that Node itself makes of rows are hash tables: making and reading them takes longer than the query. Copies
 * of one object share its layout.
 */
function rowsOf({ columns, emptyRow }: Pick<Prepared, 'columns' | 'emptyRow'>, found: unknown[][]) {
  return found.map((values) => {
    const row = { ...emptyRow };
    columns.forEach((column, at) => {
      row[column] = values[at];
    });
    return row;
  });
}
