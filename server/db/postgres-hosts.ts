import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

const listOfHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*,[^/?#]*)(.*)$/;

/**
 * Returns one URL for each host of a PostgreSQL URL with several hosts, such as `postgres://user@db1:5432,db2/portal`.
 * node-postgres supports only one host per URL.
 */
export function splitPostgresHosts(url: string): [string, ...string[]] {
  const [, start = '', hosts, end = ''] = listOfHosts.exec(url) ?? [];
  if (hosts === undefined) return [url];
  const [first = '', ...otherUrls] = hosts.split(',').map((host) => `${start}${host}${end}`);
  return [first, ...otherUrls];
}

/** Throws if the server is a standby or read-only, so that the next host is tried. */
export async function requirePrimary(connection: pg.ClientBase): Promise<void> {
  const { rows } = await connection.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  );
  if (rows[0]?.transaction_read_only === 'off') return;
  throw Object.assign(new Error('This PostgreSQL server is read-only.'), { code: '25006' });
}

/** Calls `connect` for each host, beginning with the one that was used last, until one succeeds. */
export class HostSelector {
  readonly #count: number;
  #preferred = 0;

  constructor(count: number) {
    this.#count = count;
  }

  async connect<Connection>(connect: (host: number) => Promise<Connection>): Promise<Connection> {
    let firstError: unknown;
    const first = this.#preferred;
    for (let step = 0; step < this.#count; step += 1) {
      const host = (first + step) % this.#count;
      try {
        const connection = await connect(host);
        this.#preferred = host;
        return connection;
      } catch (error) {
        firstError ??= error;
      }
    }
    throw firstError;
  }
}

/** A pool of connections to whichever of several PostgreSQL servers is the primary. */
export function createFailoverPool(pools: readonly [pg.Pool, ...pg.Pool[]]): PostgresPool {
  const selector = new HostSelector(pools.length);
  return {
    options: pools[0].options,
    connect: () =>
      selector.connect(
        (host) => (pools[host] ?? pools[0]).connect() as Promise<PostgresPoolClient>,
      ),
    end: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
