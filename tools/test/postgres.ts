import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the tests of project `postgres` connect to; undefined in the other projects. */
    postgresUrl: string | undefined;
    /** What the names of this run's databases begin with. */
    databasePrefix: string;
  }
}

/** Vitest's global setup of project `postgres`: tests read the URL by `inject('postgresUrl')`. */
export function setup(project: TestProject): () => unknown {
  const prefix = `t_${randomUUID().slice(0, 8)}_`;
  project.provide('databasePrefix', prefix);
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return () => dropDatabases(given, prefix);
  }
  const postgres = startPostgres();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}

/** On a server that stays, nothing of a run stays. */
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
