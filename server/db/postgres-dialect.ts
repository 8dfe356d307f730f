import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely';
import { type ConnectionStats, measureConnectionWait } from './database-use.ts';

/** Connection that Kysely's driver created. */
type KyselyConnection = Parameters<PostgresDriver['releaseConnection']>[0];

/**
 * Connection of one caller. Rejects statements of code that continues after the rollback or the release, for example in
 * another branch of a failed `Promise.all`: PostgreSQL would commit each of them alone, or with the next caller's writes.
 */
class Session implements DatabaseConnection {
  readonly inner: KyselyConnection;
  hasEnded = false;

  constructor(inner: KyselyConnection) {
    this.inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.hasEnded) throw new Error('The transaction or the use of the connection has ended.');
    return this.inner.executeQuery<R>(query);
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize);
  }
}

class SessionDriver extends PostgresDriver {
  readonly #use: ConnectionStats;

  constructor(config: PostgresDialectConfig, use: ConnectionStats) {
    super(config);
    this.#use = use;
  }

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const inner = await measureConnectionWait(this.#use, () => super.acquireConnection(...options));
    return new Session(inner as KyselyConnection);
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    const session = connection as Session;
    session.hasEnded = true;
    try {
      await super.rollbackTransaction(session.inner);
    } finally {
      // Reject the statements that wait for this connection before its caller starts another transaction.
      await nextTurn();
      session.hasEnded = false;
    }
  }

  override releaseConnection(connection: DatabaseConnection) {
    const session = connection as Session;
    session.hasEnded = true;
    return super.releaseConnection(session.inner);
  }
}

/**
 * Kysely's PostgreSQL dialect, extended to measure the time that callers wait for a connection, and to reject statements
 * after a rollback or a release.
 */
export class MeasuredPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #use: ConnectionStats;

  constructor(config: PostgresDialectConfig, use: ConnectionStats) {
    super(config);
    this.#config = config;
    this.#use = use;
  }

  override createDriver() {
    return new SessionDriver(this.#config, this.#use);
  }
}
