import type { TestProject } from 'vitest/node';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the tests of project `postgres` connect to; undefined in the other projects. */
    postgresUrl: string | undefined;
  }
}

/** Vitest's global setup of project `postgres`: tests read the URL by `inject('postgresUrl')`. */
export function setup(project: TestProject): (() => void) | undefined {
  if (process.env.TEST_DATABASE_URL) {
    project.provide('postgresUrl', process.env.TEST_DATABASE_URL);
    return undefined;
  }
  const postgres = startPostgres();
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
