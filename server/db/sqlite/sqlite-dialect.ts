import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type LimitNode,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
  SqliteQueryCompiler,
  type TransactionSettings,
  ValueNode,
} from 'kysely';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { SqliteReads } from './sqlite-reads.ts';
import type { SqliteWriter } from './sqlite-writer.ts';

type OpenReader = () => SqliteConnection;

const writes = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);
const isSelect = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);

/** Selects outside a transaction never wait for writes. */
class Session implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #reads: SqliteReads;
  readonly #openReader: OpenReader;
  #state: 'plain' | 'writing' | 'ended' = 'plain';
  /** Connection of a read-only transaction, in which all queries see the same snapshot. */
  #snapshot: SqliteConnection | undefined;

  constructor(writer: SqliteWriter, reads: SqliteReads, openReader: OpenReader) {
    this.#writer = writer;
    this.#reads = reads;
    this.#openReader = openReader;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Code that still runs after the end of its transaction must not write outside it.
    if (this.#state === 'ended') throw new Error('The transaction has ended.');
    const snapshot = this.#snapshot;
    if (snapshot) return snapshot.execute<R>(query);
    const run = (connection: SqliteConnection) => connection.execute<R>(query);
    if (this.#state === 'writing') return this.#writer.execute(run);
    if (isSelect(query)) return this.#reads.execute<R>(query);
    if (!writes.has(query.query.kind)) return this.#writer.runOutsideTransaction(run);
    await this.begin();
    try {
      const result = this.#writer.execute(run);
      await this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    } finally {
      this.#state = 'plain';
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const connection = this.#snapshot ?? this.#openReader();
    try {
      for (const row of connection.iterate(query)) yield { rows: [row as R] };
    } finally {
      if (connection !== this.#snapshot) connection.close();
    }
  }

  async begin({ accessMode }: TransactionSettings = {}): Promise<void> {
    if (accessMode === 'read only') {
      this.#snapshot = this.#openReader();
      this.#snapshot.run('begin');
      return;
    }
    await this.#writer.begin();
    this.#state = 'writing';
  }

  async commit(): Promise<void> {
    if (this.#snapshot) return;
    const { committed } = this.#writer.finish();
    this.#state = 'ended';
    try {
      await committed;
    } finally {
      this.#state = 'plain';
    }
  }

  rollback(): void {
    // A failed commit has already ended the transaction.
    if (this.#state !== 'writing') return;
    this.#state = 'ended';
    this.#writer.rollback();
    setImmediate(() => {
      if (this.#state === 'ended') this.#state = 'plain';
    });
  }

  release(): void {
    this.#snapshot?.close();
    this.#snapshot = undefined;
  }
}

class NodeSqliteDriver implements Driver {
  readonly #writer: SqliteWriter;
  readonly #reads: SqliteReads;
  readonly #openReader: OpenReader;

  constructor(writer: SqliteWriter, reads: SqliteReads, openReader: OpenReader) {
    this.#writer = writer;
    this.#reads = reads;
    this.#openReader = openReader;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this.#writer, this.#reads, this.#openReader);
  }

  beginTransaction(session: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return (session as Session).begin(settings);
  }

  commitTransaction(session: DatabaseConnection): Promise<void> {
    return (session as Session).commit();
  }

  async rollbackTransaction(session: DatabaseConnection): Promise<void> {
    (session as Session).rollback();
  }

  async releaseConnection(session: DatabaseConnection): Promise<void> {
    (session as Session).release();
  }

  async destroy(): Promise<void> {
    await this.#reads.close();
    await this.#writer.close();
  }
}

class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }

  /** Allows concurrent connections, because the driver itself serialises writes. */
  override get supportsMultipleConnections() {
    return true;
  }
}

class NodeSqliteQueryCompiler extends SqliteQueryCompiler {
  /** Inlines the limit, because SQLite replans a query with a limit parameter on every run. */
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && typeof limit.value === 'number') {
      this.append('limit ');
      this.appendImmediateValue(limit.value);
    } else super.visitLimit(node);
  }
}

/** Kysely dialect for `node:sqlite`. The connections must use WAL mode and a busy timeout of 0. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #writer: SqliteWriter;
  readonly #reads: SqliteReads;
  readonly #openReader: OpenReader;

  constructor(writer: SqliteWriter, reads: SqliteReads, openReader: OpenReader) {
    super({
      database: () => {
        throw new Error('NodeSqliteDriver opens its own connections.');
      },
    });
    this.#writer = writer;
    this.#reads = reads;
    this.#openReader = openReader;
  }

  get use() {
    return this.#writer.use;
  }

  override createDriver() {
    return new NodeSqliteDriver(this.#writer, this.#reads, this.#openReader);
  }

  override createQueryCompiler() {
    return new NodeSqliteQueryCompiler();
  }

  override createAdapter() {
    return new NodeSqliteAdapter();
  }
}
