import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tableNames } from '#server/db/schema.ts';
import { endpoints } from '#server/features.ts';
import { copyRows, toCopiedIds } from '#server/test/copy-rows.ts';
import {
  addMatrixFixture,
  type MatrixActor,
  type MatrixFixture,
} from '#server/test/matrix/actors.ts';
import type { MatrixRequest } from '#server/test/matrix/requests.ts';
import { matrixRows } from '#server/test/matrix/rows.ts';
import { sendMatrixRequest } from '#server/test/matrix/send.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { readPortalState } from '#trust/repeat/state.ts';

type MatrixRow = (typeof matrixRows)[number];

const findColumns = ({ cells }: Pick<MatrixRow, 'cells'>, cell: RegExp) =>
  Object.keys(cells).filter((column) => cell.test(cells[column] ?? ''));
const reads = matrixRows.filter(({ endpoint }) => endpoint.method === 'GET');
const writes = matrixRows.filter(
  (row) => row.endpoint.method !== 'GET' && findColumns(row, /!$/).length > 0,
);
/** Reads by everybody of all cohorts, and of all faculty members, among whom students choose a supervisor. */
const readsByAll = ['listCohorts', 'findChoices'];
/** Reads by everybody but admins, who see both departments. */
const readsOfSome = reads.filter(
  (row) =>
    !readsByAll.includes(row.name) && findColumns(row, /^200/).some((name) => name !== 'admin'),
);
const readsOfAdmin = reads.filter(({ cells }) => /^200/.test(cells.admin ?? ''));
/** Reads by admins of a record with an id. */
const readsById = readsOfAdmin.filter(({ endpoint }) => /:\w*id\b/i.test(endpoint.path));
/** Reads by admins that include rows of the whole portal, such as its users, or its settings. */
const readsOfPortal = [
  ...['exportAudit', 'listAudit', 'exportUsers', 'listUsers'],
  ...['exportEmails', 'listEmails', 'listUndeliveredEmails', 'findAttention', 'listCohorts'],
  ...['findFigures', 'findChoices', 'getSetting', 'listSettingVersions', 'getSettingsFiles'],
  ...['getInstallation', 'previewTimeZone', 'findSetup', 'listRulePlaceholders', 'importTemplate'],
  ...['listPeopleChanges', 'listLeaveRequests', 'listReviews', 'findOutcomeTrend'],
];
/** Reads by admins that can be restricted to a cohort. */
const readsOfCohort = readsOfAdmin.filter(
  ({ name, endpoint }) =>
    'cohort' in (endpoint.query?.shape ?? {}) && !readsOfPortal.includes(name),
);
/** Reads that need no login, because their URL contains a secret. */
const readsBySecret = ['readCalendar'];
/** Endpoints that only compute, although their method is not GET. */
const computing = ['previewMarks', 'previewDeadlines', 'previewPeopleChange'];

let portal: Portal;
let close: () => Promise<void>;
let fixture: MatrixFixture;
/** Ids of the department that existed before the copy. */
let originalIds: Set<string>;
const requests = new Map<string, MatrixRequest>();
const repliesBefore = new Map<string, string>();
const cohortRepliesBefore = new Map<string, string>();

const findActor = (column: string) => (fixture.live[column] ?? fixture.gone.nobody) as MatrixActor;

/** Prepares a write by the first caller who may send it. Sending it returns a function that cleans up. */
async function prepareWrite({ endpoint, target, buildRequest, ...row }: MatrixRow) {
  const [column = ''] = findColumns(row, /!$/);
  const [variant = ''] = row.variants;
  const actor = findActor(column);
  const request = await buildRequest(fixture, actor, target, variant);
  return async () => {
    const response = await sendMatrixRequest(portal.url, endpoint, request, { actor, variant });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(300);
    return response.ok ? () => request.after?.(JSON.parse(text)) : () => undefined;
  };
}

const keyOf = ({ name, target }: MatrixRow, column: string) => `${name} ${target} ${column}`;

async function read({ endpoint }: MatrixRow, column: string, request: MatrixRequest) {
  const asked = { actor: findActor(column), variant: 'GET' };
  const response = await sendMatrixRequest(portal.url, endpoint, request, asked);
  return `${response.status} ${await response.text()}`;
}

const readAgain = (row: MatrixRow, column: string) =>
  read(row, column, requests.get(keyOf(row, column)) ?? {});

/** Reads as an admin who names the cohort of the original department. */
function readCohort(row: MatrixRow) {
  const { query, ...request } = requests.get(keyOf(row, 'admin')) ?? {};
  const cohort = portal.content.current.code;
  return read(row, 'admin', { ...request, query: { ...query, cohort } });
}

const listIds = (text: string) => text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];

async function listAdminIds(): Promise<string[]> {
  const admins = await portal.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .execute();
  return admins.map(({ id }) => id);
}

const readState = () => readPortalState(portal.db, { dataDir: portal.folder });

describe('if a copy of all records belongs to another department', () => {
  beforeAll(async () => {
    ({ portal, close } = await openPortal());
    fixture = await addMatrixFixture(portal);
    // Fill the tables with what the portal stores. In reverse order, a request also remains undecided.
    for (const row of writes.toReversed()) {
      const send = await prepareWrite(row);
      const cleanUp = await send();
      await cleanUp();
    }
    for (const row of reads)
      for (const column of findColumns(row, /^200/)) {
        const key = keyOf(row, column);
        requests.set(key, await row.buildRequest(fixture, findActor(column), row.target, 'GET'));
      }
    for (const row of reads)
      for (const column of findColumns(row, /^200/))
        repliesBefore.set(keyOf(row, column), await readAgain(row, column));
    for (const row of readsOfCohort)
      cohortRepliesBefore.set(keyOf(row, 'admin'), await readCohort(row));
    const db = new DatabaseSync(join(portal.folder, 'portal.sqlite'), { timeout: 5000 });
    const unique = ['jobs', 'installation'];
    originalIds = new Set(
      Object.values(await readState())
        .flat()
        .flatMap(listIds),
    );
    copyRows(
      db,
      tableNames.filter((name) => !unique.includes(name)),
    );
    db.close();
  });
  afterAll(() => close());

  it('is tested for every read, unless it returns rows of the whole portal', () => {
    const covered = [...readsOfSome, ...readsById, ...readsOfCohort].map(({ name }) => name);
    const expected = endpoints.filter(({ endpoint }) => endpoint.method === 'GET');
    expect([...new Set([...covered, ...readsOfPortal, ...readsBySecret])].toSorted()).toEqual(
      expected.map(({ name }) => name).toSorted(),
    );
  });

  it('is tested for every endpoint that writes', () => {
    const covered = new Set([...writes.map(({ name }) => name), ...computing]);
    const expected = endpoints.filter(({ endpoint }) => endpoint.method !== 'GET');
    expect([...covered].toSorted()).toEqual(expected.map(({ name }) => name).toSorted());
  });

  it.for(readsOfCohort)('an admin who names a cohort sees only it: $name $target', async (row) => {
    const before = cohortRepliesBefore.get(keyOf(row, 'admin'));
    expect(before).toMatch(/^200/);
    expect(await readCohort(row)).toBe(before);
  });

  it.for(readsOfSome)('others see the same as without it: $name $target', async (row) => {
    const columns = findColumns(row, /^200/).filter((column) => column !== 'admin');
    for (const column of columns) {
      const reply = await readAgain(row, column);
      expect(reply, column).toBe(repliesBefore.get(keyOf(row, column)));
    }
  });

  it.for(readsById)('an admin gets the record that was asked for: $name $target', async (row) => {
    const { params, query } = requests.get(keyOf(row, 'admin')) ?? {};
    const asked = JSON.parse(toCopiedIds(JSON.stringify({ params, query })));
    const reply = await read(row, 'admin', asked);
    const idsBefore = new Set(listIds(repliesBefore.get(keyOf(row, 'admin')) ?? ''));
    // Admins belong to no department: both name them, for example as people who read a discussion.
    for (const id of await listAdminIds()) idsBefore.delete(id);
    expect(listIds(reply).filter((id) => idsBefore.has(id))).toEqual([]);
  });

  it.for(writes)('a write changes nothing in the copy: $name $target', async (row) => {
    const send = await prepareWrite(row);
    const before = await readState();
    const cleanUp = await send();
    const after = await readState();
    await cleanUp();
    const changes = tableNames.flatMap((table) => {
      const [old, current] = [new Set(before[table]), new Set(after[table])];
      return [...old.symmetricDifference(current)].map((text) => ({ table, text }));
    });
    const isCopied = (id: string) => originalIds.has(toCopiedIds(id));
    expect(changes.filter(({ text }) => listIds(text).some(isCopied))).toEqual([]);
  });
});
