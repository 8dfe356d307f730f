import { setImmediate as nextTurn } from 'node:timers/promises';
import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';
import { type ConnectionStats, measureConnectionWait } from './database-use.ts';

class WatchedDriver extends PostgresDriver {
  readonly #use: ConnectionStats;

  constructor(config: PostgresDialectConfig, use: ConnectionStats) {
    super(config);
    this.#use = use;
  }

  override acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    return measureConnectionWait(this.#use, () => super.acquireConnection(...options));
  }

  /**
   * Rejects statements that a rolled-back transaction still sends, for example in another branch of a `Promise.all`:
   * after the rollback, PostgreSQL would commit each of them alone.
   */
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ) {
    const { executeQuery } = connection;
    const rollback = super.rollbackTransaction(connection);
    connection.executeQuery = () => Promise.reject(new Error('The transaction has ended.'));
    try {
      await rollback;
    } finally {
      // The queries that wait for this connection are rejected first.
      await nextTurn();
      connection.executeQuery = executeQuery;
    }
  }
}

/**
 * Kysely's PostgreSQL dialect, extended to measure the time that callers wait for a connection, and to reject statements
 * after a rollback.
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
    return new WatchedDriver(this.#config, this.#use);
  }
}
