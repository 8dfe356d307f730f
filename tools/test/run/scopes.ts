/** The tests of a feature that differ between the databases: rights under locks, the schema and unique names. */
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
  'server/db/{connect,postgres-hosts,query-plans,serve-database,write-lock}.test.ts',
  'server/db/sqlite/**',
  'server/content/files/parse-in-worker.test.ts',
  'server/content/{freshness,time-zone}.test.ts',
  'server/documents/damage/**',
  'server/mail/{hand-over,smtp,smtp-tls,mail-server-errors}.test.ts',
  // Processes and other services.
  'server/{backup,metrics,processes,tracing}/**',
  'server/storage/{disk-space,file-store,s3,s3-portal}.test.ts',
  'server/test/frozen/**',
  'tools/{admin,assessment,asvs,deploy,documentation,documented-commands,high-availability,lock,monitoring,start,verify-node}.test.ts',
  'tools/demo/**',
  'trust/**',
  // Random sequences, and one fact in many variations.
  'contract/text-inputs.test.ts',
  'server/audit/{lost-emails,lost-writes}.test.ts',
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

/** Tests of code that sends the same statements to both databases, or none: texts, files, documents, sockets. */
export const sameOnBothDatabases = [
  'server/http/{bodies,connections,log,sheets,work}/**',
  'server/http/{caches,client,cut-reply,documentation,documented-limits,older-client,one-message,prerendered-pages,problems,same-origin,unknown-filters}.test.ts',
  'server/{content,results,templates,tracing}/**',
  'server/documents/{damage/**,file-contents.test.ts}',
  'server/mail/{compose-email,headers,links,quoted,safe-text,smtp,smtp-tls,start-notice}.test.ts',
  'server/session/password/**',
  'server/settings/{any-text,issued-ids,listed-values,removed-ids,reused-titles}.test.ts',
  'server/storage/**',
];
