import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';
import { type DatabaseUse, measureWait } from './database-use.ts';

class WatchedDriver extends PostgresDriver {
  readonly #use: DatabaseUse;

  constructor(config: PostgresDialectConfig, use: DatabaseUse) {
    super(config);
    this.#use = use;
  }

  override acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    return measureWait(this.#use, () => super.acquireConnection(...options));
  }
}

/** Kysely's dialect for PostgreSQL, which also measures how long callers wait for a pooled connection. */
export class WatchedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #use: DatabaseUse;

  constructor(config: PostgresDialectConfig, use: DatabaseUse) {
    super(config);
    this.#config = config;
    this.#use = use;
  }

  override createDriver() {
    return new WatchedDriver(this.#config, this.#use);
  }
}
