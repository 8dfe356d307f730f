import { globSync, readFileSync } from 'node:fs';

/** The tests of `npm test` on PostgreSQL: every endpoint for every kind of caller, the schema, and unique names. */
export const gatePostgresTests = [
  'server/http/matrix.test.ts',
  'server/db/{schema,unique-names,jobs}.test.ts',
];

/**
 * Test files that only `npm run test:all` runs, because `npm test` must end within six minutes: they wait for real time
 * limits, start processes or other services, or repeat a fact in many variations.
 */
export const slowTests = [
  // Sockets, time limits and memory.
  'server/http/connections/**',
  'server/http/bodies/{long-texts,malformed-forms}.test.ts',
  'server/http/{problems,one-message}.test.ts',
  'server/http/work/**',
  'server/db/{connect,query-plans,serve-database,write-lock}.test.ts',
  'server/db/sqlite/**',
  'server/content/{freshness,time-zone}.test.ts',
  'server/documents/damage/**',
  'server/mail/{hand-over,smtp,mail-server-errors}.test.ts',
  // Processes and other services.
  'server/{backup,metrics,tracing}/**',
  'server/storage/{disk-space,file-store,s3,s3-portal}.test.ts',
  'server/test/frozen/**',
  'tools/{admin,assessment,asvs,deploy,documentation,documented-commands,lock,monitoring,start,verify-node}.test.ts',
  'tools/demo/**',
  'trust/**',
  // Random sequences, and one fact in many variations.
  'contract/text-inputs.test.ts',
  'server/calendar/sequences.test.ts',
  'server/cohorts/closed-records.test.ts',
  'server/content/pictures/**',
  'server/documents/file-contents.test.ts',
  'server/groups/claims/{ownership,races}.test.ts',
  'server/groups/lists/long-lists.test.ts',
  'server/groups/staff/confusable-names.test.ts',
  'server/http/{bystanders,caches,documented-limits,neighbours,older-client,prerendered-pages,revoked-meanwhile,second-person,unknown-filters}.test.ts',
  'server/imports/import-changes.test.ts',
  'server/marks/saves-and-emails.test.ts',
  'server/notices/recipients.test.ts',
  'server/results/{scripts,text-direction}.test.ts',
  'server/searches.test.ts',
  'server/session/password/**',
  'server/settings/{any-text,convert-marks,issued-ids,listed-values,removed-ids,reused-titles}.test.ts',
  'server/storage/kinds/**',
  'server/templates/**',
  'server/**/migrations/*.test.ts',
];

/** Tests that run on PostgreSQL because of their queries: searches, sorting, sums, and migrations of stored data. */
const queryTests = [
  ...gatePostgresTests,
  'server/{searches,sort-order,two-instances}.test.ts',
  'server/{audit,db,insights,outcomes,summaries}/**/*.test.ts',
  'server/{board,certificates,emails,imports}/*.test.ts',
  'server/**/migrations/*.test.ts',
  'server/test/frozen/*.test.ts',
];

/** Words of tests in which several people act at the same time, or which depend on the database. */
const concurrencyOrDatabase =
  /allSettled|concurrent|same moment|waitUntilTransactionBlocks|isPostgres|TEST_DATABASE/;

/** Lists the tests of `npm run test:all` on PostgreSQL: those whose queries or locks can behave differently there. */
export const listPostgresTests = (): string[] => [
  ...queryTests,
  ...globSync('server/**/*.test.ts').filter((file) =>
    concurrencyOrDatabase.test(readFileSync(file, 'utf8')),
  ),
];
