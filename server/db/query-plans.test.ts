import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { buildEndpointUrl } from '#contract/endpoint.ts';
import { backgroundJobs, endpoints } from '#server/features.ts';
import { runBackgroundJobs } from '#server/http/background-jobs.ts';
import { duplicateTableRows } from '#server/test/duplicate-table-rows.ts';
import { buildUnknownIdParams, unknownFilterValues } from '#server/test/endpoints.ts';
import { fillEmptyTables } from '#server/test/fill-empty-tables.ts';
import type { MatrixActor } from '#server/test/matrix/actors.ts';
import { openMatrixFixture } from '#server/test/matrix/open-fixture.ts';
import { getAdminCaller } from '#server/test/matrix/requests.ts';
import { matrixRows } from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';
import { type TableName, tableNames } from './schema.ts';

/** Tables that stay small, such as one row per cohort or per background job. */
const smallTables = [
  'announcements',
  'board_views',
  'cohorts',
  'damaged_files',
  'jobs',
  'settings',
  'setup_decisions',
];

/** Partial indexes that contain only the rows that wait for a person or a job. */
const smallIndexes = [
  'emails_unsent',
  ...['certificates_undone', 'extension_requests_open_unique', 'groups_in_bin'],
  ...['leave_requests_pending', 'mark_reviews_pending', 'marks_not_emailed'],
  'users_unconfirmed',
];

/** Tables that an endpoint reads completely on purpose, because its reply counts or lists all rows. */
const completeReads: Readonly<Record<string, readonly string[]>> = {
  findFigures: ['groups', 'users'],
  listAssignedGroups: ['groups'],
  listEmails: ['emails'],
  listGroups: ['groups'],
  listUsers: ['users'],
};

let fixture: Awaited<ReturnType<typeof openMatrixFixture>>;
let source = '';
const sources = new Map<string, string>();

async function callAllEndpoints() {
  for (const { name, endpoint, target, cells, variants, buildRequest } of matrixRows) {
    for (const [column, outcome] of Object.entries(cells)) {
      if (!outcome.startsWith('2') || column === 'gone') continue;
      const actor = fixture.live[column] as MatrixActor;
      for (const variant of variants) {
        const request = await buildRequest(fixture, actor, target, variant);
        source = name;
        const call = { actor, variant };
        const response = await sendMatrixRequest(fixture.portal.url, endpoint, request, call);
        const text = await response.text();
        source = '';
        if (response.ok && text.startsWith('{')) await request.after?.(JSON.parse(text));
      }
    }
  }
}

const listQueryValues = (schema: z.ZodType, name: string): string[] => {
  const { enum: values, const: value } = z.toJSONSchema(schema, { io: 'input' });
  return (values ?? [value ?? unknownFilterValues[name] ?? '1']).map(String);
};

/** Calls the lists as an admin with each value of each query parameter. */
async function callAllFilters() {
  const admin = getAdminCaller(fixture);
  for (const { name, endpoint } of endpoints) {
    if (endpoint.method !== 'GET' || !endpoint.query) continue;
    source = name;
    const params = { ...buildUnknownIdParams(endpoint), chart: 'spread' };
    for (const [parameter, schema] of Object.entries(endpoint.query.shape)) {
      for (const value of listQueryValues(schema as z.ZodType, parameter)) {
        const query = {
          ...('format' in endpoint.query.shape && { format: 'csv' }),
          ...('by' in endpoint.query.shape && { by: 'supervisor' }),
          [parameter]: value,
        };
        const response = await admin.fetch(buildEndpointUrl(endpoint, { params, query }));
        await response.arrayBuffer();
      }
    }
  }
  source = '';
}

beforeAll(async () => {
  const prepare = DatabaseSync.prototype.prepare;
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (source && !sources.has(sql)) sources.set(sql, source);
    return prepare.call(this, sql);
  });
  fixture = await openMatrixFixture();
  await callAllEndpoints();
  await callAllFilters();
  source = 'background jobs';
  await runBackgroundJobs(fixture.portal, backgroundJobs, () => true);
  source = 'email worker';
  await fixture.portal.deliver();
  source = '';
  vi.restoreAllMocks();
  await fillEmptyTables(fixture.portal.db);
  const db = new DatabaseSync(join(fixture.portal.folder, 'portal.sqlite'));
  duplicateTableRows(db, 1500, smallTables);
  db.close();
});
afterAll(() => fixture.close());

/** Returns the steps of the query plan that read a large table, or one of its indexes, completely. */
function findCompleteReads(db: DatabaseSync, sql: string, source: string): string[] {
  // SQLite evaluates a constant condition before it reads any row.
  if (sql.includes(' and false')) return [];
  // A substring search must read every key.
  if (sql.includes(' like ')) return [];
  const plan = db.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
  const steps = plan.map(({ detail }) => detail);
  const isSorting = steps.some((step) => step.includes('TEMP B-TREE FOR ORDER BY'));
  const stopsEarly = / limit [^)]+$/.test(sql) && !isSorting;
  return steps.slice(stopsEarly ? 1 : 0).filter((step) => {
    const [, alias = ''] = /^SCAN (\w+)/.exec(step) ?? [];
    const table = new RegExp(`"(\\w+)" as "${alias}"`).exec(sql)?.[1] ?? alias;
    if (!tableNames.includes(table as TableName) || smallTables.includes(table)) return false;
    if (smallIndexes.some((index) => step.endsWith(` INDEX ${index}`))) return false;
    return !completeReads[source]?.includes(table);
  });
}

describe.each([
  ['without statistics', ''],
  ['after ANALYZE', 'analyze'],
])('with 1,500 rows in each table, %s', (_title, prepare) => {
  it('no statement of an endpoint or a background job reads a whole table', () => {
    const db = new DatabaseSync(join(fixture.portal.folder, 'portal.sqlite'));
    onTestFinished(() => db.close());
    db.exec(prepare);
    const completeScans = [...sources]
      .filter(([sql]) => /^\s*(select|with|insert|update|delete)/i.test(sql))
      .flatMap(([sql, source]) =>
        findCompleteReads(db, sql, source).map((step) => `${source}: ${step}: ${sql}`),
      );
    expect(completeScans).toEqual([]);
  });
});

it('the query plan checks cover more than 350 SQL statements of endpoints and background jobs', () => {
  expect(sources.size).toBeGreaterThan(350);
});
