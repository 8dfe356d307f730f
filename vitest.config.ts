import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './tools/test/run/longest-first.ts';
import { hasPostgres } from './tools/test/start-postgres.ts';
import { listTestsWithoutDatabase } from './tools/test/without-database.ts';

/**
 * Enlarges the heap space for new objects, in MB. Each test opens a portal, and with the default size the garbage
 * collector copies its objects several times before the test ends.
 */
const heapOptions = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

/** Runs the tests of the server on one database. The variable TEST_DATABASE tells them which database to use. */
const onDatabase = (
  name: 'sqlite' | 'postgres',
  {
    preloads = [],
    globalSetup = [],
    exclude = [],
  }: { preloads?: string[]; globalSetup?: string[]; exclude?: string[] } = {},
) => ({
  test: {
    name,
    include: ['server/**/*.test.ts'],
    exclude,
    env: { TEST_DATABASE: name },
    // Use fast password hashing, because hundreds of tests log in. tools/password-cost.test.ts tests the real cost of a
    // hash.
    execArgv: [
      ...heapOptions,
      ...['quick-hashing', ...preloads].flatMap((name) => ['--import', `./tools/test/${name}.ts`]),
    ],
    globalSetup,
  },
});

const withPostgres = hasPostgres();
if (!withPostgres) {
  console.error(
    '\nPOSTGRESQL IS NOT TESTED: set TEST_DATABASE_URL, or install it (apt-get install postgresql).\n',
  );
}

export default defineConfig({
  test: {
    environment: 'node',
    // Use one more worker than a small machine has cores, because several tests mostly wait for time limits or for
    // processes that start.
    maxWorkers: 3,
    // Let each worker load the server once instead of once per test file, which halves the running time.
    isolate: false,
    sequence: { sequencer: LongestFirstSequencer },
    // A timeout only detects tests that hang, so it is long enough for a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{contract,client,tools,trust}/**/*.test.ts'],
          execArgv: heapOptions,
        },
      },
      onDatabase('sqlite', {
        preloads: ['reversed-rows'],
        exclude: [
          // Only statements to PostgreSQL are sent without waiting for each other.
          'server/db/all-or-nothing.test.ts',
          'server/db/serve-database.test.ts',
          'server/processes/{processes,rotation}.test.ts',
        ],
      }),
      ...(withPostgres
        ? [
            onDatabase('postgres', {
              globalSetup: ['tools/test/postgres.ts'],
              // Exclude tests of connections, which do not depend on the database, and tests of the write lock, which
              // only SQLite has.
              exclude: [
                // Tests that use no database have the same result in both projects.
                ...listTestsWithoutDatabase(),
                'server/http/connections/{sequential-server,limits,slow-bodies}.test.ts',
                'server/http/bodies/long-texts.test.ts',
                'server/db/{sqlite/sqlite-writer,write-lock}.test.ts',
                // These tests check the query plans of SQLite.
                'server/emails/query-plan.test.ts',
                'server/db/query-plans.test.ts',
                // This test copies rows by means of SQLite.
                'server/http/neighbours.test.ts',
              ],
            }),
          ]
        : []),
    ],
  },
});
