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
}

/** Kysely's PostgreSQL dialect, extended to measure the time that callers wait for a connection. */
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
