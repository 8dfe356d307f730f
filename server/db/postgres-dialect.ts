import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely';
import { type DatabaseUse, watchWait } from './database-use.ts';

class WatchedDriver extends PostgresDriver {
  readonly #use: DatabaseUse;

  constructor(config: PostgresDialectConfig, use: DatabaseUse) {
    super(config);
    this.#use = use;
  }

  override acquireConnection(...options: Parameters<PostgresDriver['acquireConnection']>) {
    return watchWait(this.#use, () => super.acquireConnection(...options));
  }
}

/** Kysely's, which also tells how long its pool is waited for. */
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
