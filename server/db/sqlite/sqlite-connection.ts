import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

/** Larger than the number of distinct queries in the portal. */
const maxPrepared = 500;

type Row = Record<string, unknown>;
type Prepared = { statement: StatementSync; columns: readonly string[]; emptyRow: Row };

/** Caches prepared statements, because preparing a statement takes longer than running it. */
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
    const rowValues = statement.all(...bound) as unknown as unknown[][];
    // A migration may have added a column since the statement was cached.
    if (rowValues[0] && rowValues[0].length !== columns.length) {
      return { rows: toRows(this.#describe(sql, statement), rowValues) as R[] };
    }
    return { rows: toRows({ columns, emptyRow }, rowValues) as R[] };
  }

  run(sql: string): void {
    this.execute({ sql, parameters: [] });
  }

  /** Uses a new statement, because a cached one may be executed again during the stream. */
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

/** Copies `emptyRow` for each row, because the null-prototype objects that `node:sqlite` returns are slow. */
function toRows(
  { columns, emptyRow }: Pick<Prepared, 'columns' | 'emptyRow'>,
  rowValues: unknown[][],
) {
  return rowValues.map((values) => {
    const row = { ...emptyRow };
    columns.forEach((column, at) => {
      row[column] = values[at];
    });
    return row;
  });
}
