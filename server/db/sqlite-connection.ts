import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { CompiledQuery, QueryResult } from 'kysely';

/** The portal has fewer different queries. */
const maxPrepared = 500;

type Prepared = { statement: StatementSync; hasRows: boolean };

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
    const { statement, hasRows } = this.#prepare(sql);
    const bound = parameters as readonly SQLInputValue[];
    if (hasRows) return { rows: statement.all(...bound) as R[] };
    const { changes, lastInsertRowid } = statement.run(...bound);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
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
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= maxPrepared) this.#prepared.clear();
    const statement = this.#native.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
