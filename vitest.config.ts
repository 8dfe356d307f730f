import { defineConfig } from 'vitest/config';
import { LongestFirstSequencer } from './tools/test/longest-first.ts';
import { hasPostgres } from './tools/test/start-postgres.ts';
import { listTestsWithoutDatabase } from './tools/test/without-database.ts';

/** The same feature tests run once on each database; TEST_DATABASE tells them on which. */
const onDatabase = (
  name: 'sqlite' | 'postgres',
  { globalSetup = [], exclude = [] }: { globalSetup?: string[]; exclude?: string[] } = {},
) => ({
  test: {
    name,
    include: ['server/**/*.test.ts'],
    exclude,
    env: { TEST_DATABASE: name },
    // Hundreds of tests log somebody in; what a hash costs is tested in tools/password-cost.test.ts.
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
    // One more than cores on a small machine: several tests mostly wait, for limits and for processes that start.
    maxWorkers: 3,
    // A worker loads the server once, not for each of its files: half of the time went there.
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
        exclude: ['server/db/serve-database.test.ts', 'server/processes/processes.test.ts'],
      }),
      ...(withPostgres
        ? [
            onDatabase('postgres', {
              globalSetup: ['tools/test/postgres.ts'],
              // Tests of connections do not depend on the database, and only SQLite has one lock for all writers.
              exclude: [
                // Tests that import no database prove the same on both.
                ...listTestsWithoutDatabase(),
                'server/http/connections/{sequential-server,limits,slow-bodies}.test.ts',
                'server/http/bodies/long-texts.test.ts',
                'server/db/{sqlite/sqlite-writer,write-lock}.test.ts',
                // PostgreSQL reads a few rows without an index, so the plan would differ.
                'server/emails/query-plan.test.ts',
              ],
            }),
          ]
        : []),
    ],
  },
});
