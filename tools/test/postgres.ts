import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection URL for the project `postgres`. Undefined in other projects. */
    postgresUrl: string | undefined;
    databasePrefix: string;
  }
}

/** Vitest's global setup for the project `postgres`. Tests get the URL from `inject('postgresUrl')`. */
export function setup(project: TestProject): () => unknown {
  const prefix = `t_${randomUUID().slice(0, 8)}_`;
  project.provide('databasePrefix', prefix);
  const configuredUrl = process.env.TEST_DATABASE_URL;
  if (configuredUrl) {
    project.provide('postgresUrl', configuredUrl);
    return () => dropDatabases(configuredUrl, prefix);
  }
  const postgres = startPostgres();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}

/** Drops the databases of this test run from an external server, which would otherwise keep them. */
async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  await client.end();
}
