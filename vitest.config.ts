import { defineConfig } from 'vitest/config';
import { gatePostgresTests, listPostgresTests, slowTests } from './tools/test/run/scopes.ts';
import { hasPostgres } from './tools/test/start-postgres.ts';

/**
 * Enlarges the heap space for new objects, in MB. Each test opens a portal, and with the default size the garbage
 * collector copies its objects several times before the test ends.
 */
const heapOptions = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

/** Runs the tests of the server on one database. The variable TEST_DATABASE tells them which database to use. */
const onDatabase = (
  name: 'sqlite' | 'postgres',
  options: { include: string[]; exclude: string[]; preloads?: string[]; globalSetup?: string[] },
) => ({
  test: {
    name,
    include: options.include,
    exclude: options.exclude,
    env: { TEST_DATABASE: name },
    // Use fast password hashing, because hundreds of tests log in. tools/password-cost.test.ts tests the real cost of a
    // hash.
    execArgv: [
      ...heapOptions,
      ...['quick-hashing', ...(options.preloads ?? [])].flatMap((name) => [
        '--import',
        `./tools/test/${name}.ts`,
      ]),
    ],
    globalSetup: options.globalSetup ?? [],
  },
});

const withPostgres = hasPostgres();
if (!withPostgres) {
  console.error(
    '\nPOSTGRESQL IS NOT TESTED: set TEST_DATABASE_URL, or install it (apt-get install postgresql).\n',
  );
}

/** `npm test` sets `gate`, and `npm run test:all` sets `all`. Without a scope, every test can be run in every project. */
const scope = process.env.TEST_SCOPE;
const slow = scope === 'gate' ? slowTests : [];
const allServerTests = ['server/**/*.test.ts'];
const postgresTests =
  scope === 'gate' ? gatePostgresTests : scope === 'all' ? listPostgresTests() : allServerTests;

export default defineConfig({
  test: {
    environment: 'node',
    // Use one more worker than a small machine has cores, because several tests mostly wait for time limits or for
    // processes that start.
    maxWorkers: 3,
    // Let each worker load the server once instead of once per test file, which halves the running time.
    isolate: false,
    // A timeout only detects tests that hang, so it is long enough for a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{contract,client,tools,trust}/**/*.test.ts'],
          exclude: slow,
          execArgv: heapOptions,
        },
      },
      onDatabase('sqlite', {
        include: allServerTests,
        preloads: ['reversed-rows'],
        exclude: [
          ...slow,
          // Rights and writes at the same moment are tested on PostgreSQL, where transactions run concurrently.
          ...(scope && withPostgres ? ['server/http/{matrix,second-person}.test.ts'] : []),
          // Several instances need PostgreSQL.
          'server/db/serve-database.test.ts',
          'server/two-instances.test.ts',
        ],
      }),
      ...(withPostgres
        ? [
            onDatabase('postgres', {
              globalSetup: ['tools/test/postgres.ts'],
              include: postgresTests,
              exclude: [
                // These tests check the query plans and the write lock of SQLite, or copy rows by means of SQLite.
                'server/db/{sqlite/sqlite-writer,write-lock,query-plans}.test.ts',
                'server/emails/query-plan.test.ts',
                'server/http/neighbours.test.ts',
              ],
            }),
          ]
        : []),
    ],
  },
});
