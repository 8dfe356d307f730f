import {
  type ConnectionProvider,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  SingleConnectionProvider,
  type TransactionSettings,
} from 'kysely';
import { type ConnectionStats, measureConnectionWait } from './database-use.ts';
import { type KyselyConnection, PipelinedConnection } from './pipelined-connection.ts';
import type { Db } from './tables.ts';

class PipelinedDriver extends PostgresDriver {
  readonly #use: ConnectionStats;

  constructor(config: PostgresDialectConfig, use: ConnectionStats) {
    super(config);
    this.#use = use;
  }

  override async acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    const inner = await measureConnectionWait(this.#use, () => super.acquireConnection(...options));
    return new PipelinedConnection(inner as KyselyConnection);
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    toPipelined(connection).begin(() => super.beginTransaction(connection, settings));
  }

  override commitTransaction(connection: DatabaseConnection) {
    return toPipelined(connection).commit(() => super.commitTransaction(connection));
  }

  override rollbackTransaction(connection: DatabaseConnection) {
    const pipelined = toPipelined(connection);
    // Pass Kysely's connection, which the driver must not reuse if the rollback fails.
    return pipelined.rollback(() => super.rollbackTransaction(pipelined.inner));
  }

  override releaseConnection(connection: DatabaseConnection) {
    return super.releaseConnection(toPipelined(connection).inner);
  }
}

const toPipelined = (connection: DatabaseConnection) => connection as PipelinedConnection;

/**
 * Kysely's PostgreSQL dialect, extended to measure the time that callers wait for a connection, and to send statements
 * of a transaction without waiting for each other (decision 58).
 */
export class PipelinedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #use: ConnectionStats;

  constructor(config: PostgresDialectConfig, use: ConnectionStats) {
    super(config);
    this.#config = config;
    this.#use = use;
  }

  override createDriver() {
    return new PipelinedDriver(this.#config, this.#use);
  }
}

/** Lets the statements of a transaction overlap. Kysely would run them one after the other. */
export function allowPipelining(db: Db): Db {
  const executor = db.getExecutor();
  const withConnectionProvider = executor.withConnectionProvider.bind(executor);
  executor.withConnectionProvider = (provider) =>
    withConnectionProvider(
      provider instanceof SingleConnectionProvider ? shareConnection(provider) : provider,
    );
  return db;
}

/** Passes on a call in the same tick if possible, so that statements are sent in the order of the calls. */
function shareConnection(provider: SingleConnectionProvider): ConnectionProvider {
  let waiting = 0;
  let connection: DatabaseConnection | undefined;
  const provided = provider.provideConnection(async (single) => single);
  return {
    async provideConnection(consumer) {
      if (!connection || waiting > 0) {
        waiting += 1;
        connection = await provided;
        waiting -= 1;
      }
      return consumer(connection);
    },
  };
}
