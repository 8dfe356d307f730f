import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './tools/test/run/longest-first.ts';
import { hasPostgres } from './tools/test/start-postgres.ts';
import { listTestsWithoutDatabase } from './tools/test/without-database.ts';

/** Runs the tests of the server on one database. The variable TEST_DATABASE tells them which database to use. */
const onDatabase = (
  name: 'sqlite' | 'postgres',
  { globalSetup = [], exclude = [] }: { globalSetup?: string[]; exclude?: string[] } = {},
) => ({
  test: {
    name,
    include: ['server/**/*.test.ts'],
    exclude,
    env: { TEST_DATABASE: name },
    // Use fast password hashing, because hundreds of tests log in. tools/password-cost.test.ts tests the real cost of a
    // hash.
    execArgv: ['--import', './tools/test/quick-hashing.ts'],
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
        },
      },
      onDatabase('sqlite', {
        exclude: [
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
              ],
            }),
          ]
        : []),
    ],
  },
});
