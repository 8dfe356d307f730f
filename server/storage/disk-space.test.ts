import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { register } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import { findGroup } from '#contract/groups.ts';
import { saveMarks } from '#contract/marks.ts';
import { login } from '#contract/session.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { endpoints } from '#server/features.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import {
  buildEmailAddress,
  buildPdfFile,
  buildProposal,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';
import { createDiskSpaceMonitor, readDiskState } from './disk-space.ts';

const MB = 1024 * 1024;
const refused = {
  status: 507,
  code: 'storage-full',
  message:
    'The portal’s disk is nearly full, so files can’t be uploaded at the moment. Nothing was changed. Please contact the FYP office (fyp.office@computing.soanvalley.example) and try again later.',
};
const notSaved = {
  status: 503,
  code: 'unavailable',
  retryAfter: '60',
  message:
    'The portal’s disk is full, so this couldn’t be saved. Nothing was changed. Please contact the FYP office (fyp.office@computing.soanvalley.example) and try again later.',
};

const aThesis = ({ student }: TestGroup) => ({
  params: { kind: 'thesis' as const, email: student.email },
  body: { file: buildPdfFile() },
});
const aMark = ({ groupId, ids }: TestGroup, feedback = 'Good') => ({
  body: {
    semester: 'Semester 7' as const,
    groupId,
    marks: Object.fromEntries(ids.map((id) => [id, { month1: { marks: 5, feedback } }])),
  },
});

const simulateFullDisk = ({ config }: Portal) => {
  config.minFreeBytes = Number.MAX_SAFE_INTEGER;
};
const endSimulation = ({ config }: Portal) => {
  config.minFreeBytes = 0;
};

describe('a nearly full disk', () => {
  test('makes every endpoint that accepts files reply with 507 and advice for the user until there is enough space again', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const loner = await createTestUser(portal);
    simulateFullDisk(portal);
    const { caller } = team.student;
    const form = {
      name: createUniqueName('New'),
      email: 'new@university.test',
      password: testUserPassword,
      file: buildPdfFile('cv.pdf'),
    };
    const proposal = { body: buildProposal([loner]) };
    expect(await expectRefusal(portal, caller, uploadDocument, aThesis(team))).toMatchObject(
      refused,
    );
    expect(await expectRefusal(portal, loner.caller, submitProposal, proposal)).toMatchObject(
      refused,
    );
    expect(await expectRefusal(portal, portal.visitor, register, { body: form })).toMatchObject(
      refused,
    );
    endSimulation(portal);
    expect((await caller.call(uploadDocument, aThesis(team))).document.version).toBe(1);
    await loner.caller.call(submitProposal, proposal);
    await portal.visitor.call(register, { body: form });
  });

  test('does not affect requests without files', async ({ portal }) => {
    const team = await createTestGroup(portal);
    simulateFullDisk(portal);
    expect(await team.supervisor.caller.call(saveMarks, aMark(team))).toMatchObject({ changed: 2 });
    const name = createUniqueName('New');
    const email = buildEmailAddress(name);
    await portal.visitor.call(register, { body: { name, email, password: testUserPassword } });
    await portal.visitor.call(login, { body: { email, password: testUserPassword } });
    expect((await portal.visitor.fetch('/readyz')).status).toBe(200);
    const { group } = await team.student.caller.call(findGroup, {
      params: { email: team.student.email },
    });
    const file = getItemAt(group.documents, 0).url;
    expect((await team.student.caller.fetch(file)).status).toBe(200);
  });

  test('is logged once when uploads are first rejected and once when they are accepted again', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const upload = () => team.student.caller.request(uploadDocument, aThesis(team));
    simulateFullDisk(portal);
    for (let time = 0; time < 3; time += 1) expect((await upload()).status).toBe(507);
    endSimulation(portal);
    for (let time = 0; time < 3; time += 1) expect((await upload()).status).toBe(200);
    expect(portal.logged.map((line) => JSON.parse(line).msg)).toEqual([
      'the disk is nearly full: uploads are rejected',
      'uploads are accepted again',
    ]);
  });

  test('causes an upload to be rejected immediately if its declared size does not fit', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const space = await portal.files.space();
    // Other processes may use the disk during the test.
    portal.files.space = async () => space;
    portal.config.minFreeBytes = (space?.free ?? 0) - 64 * MB;
    const { caller } = team.student;
    expect((await caller.request(uploadDocument, aThesis(team))).status).toBe(200);
    const path = `/api/auth/upload/code/${team.student.email}`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const large = new Uint8Array(80 * MB);
    const response = await caller.fetch(path, { method: 'POST', headers, body: large });
    expect(response.status).toBe(507);
    expect(portal.logged.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'an upload was rejected: it does not fit', bytes: 80 * MB },
    ]);
  });
});

describe('disk space for uploads', () => {
  test('is not reserved, so the declared size of one upload does not cause another upload to be rejected', async ({
    portal,
  }) => {
    const disk = { free: 100 };
    const diskSpace = createDiskSpaceMonitor({
      ...portal,
      config: { ...portal.config, minFreeBytes: 50 },
      files: { ...portal.files, space: async () => ({ ...disk, size: 1000 }) },
    });
    for (let time = 0; time < 10; time += 1) await diskSpace.requireSpace(50);
    await expect(diskSpace.requireSpace(51)).rejects.toMatchObject({ code: 'storage-full' });
    disk.free = 60;
    await expect(diskSpace.requireSpace(11)).rejects.toMatchObject({ code: 'storage-full' });
    await diskSpace.requireSpace(10);
  });

  test('is checked again while a file is being received, and the upload is rejected if the disk has become full', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    let arrived = 0;
    const { receive } = portal.files;
    portal.files.receive = (stream, limit, requireSpace) =>
      receive(stream, limit, async () => {
        arrived += 1;
        if (arrived === 2) simulateFullDisk(portal);
        await requireSpace?.();
      });
    const file = new File([buildPdf({ bytes: 20 * MB }) as Uint8Array<ArrayBuffer>], 'long.pdf');
    const thesis = { ...aThesis(team), body: { file } };
    const { caller } = team.student;
    expect(await expectRefusal(portal, caller, uploadDocument, thesis)).toMatchObject(refused);
    expect(arrived).toBe(2);
  });

  test('excludes a reserve, which is MIN_FREE_MB if set, otherwise 512 MB, or 5 % of a small disk', async ({
    portal,
  }) => {
    const state = (free: number, size: number, minFreeBytes?: number) =>
      readDiskState({ space: async () => ({ free, size }) }, { minFreeBytes });
    expect(await state(511 * MB, 100_000 * MB)).toMatchObject({ watermark: 512 * MB, isLow: true });
    expect(await state(512 * MB, 100_000 * MB)).toMatchObject({ isLow: false });
    expect(await state(16 * MB, 300 * MB)).toMatchObject({ watermark: 15 * MB, isLow: false });
    expect(await state(9 * MB, 300 * MB, 10 * MB)).toMatchObject({ isLow: true });
    expect(await state(0, 300 * MB, 0)).toMatchObject({ isLow: false });
    const actual = await readDiskState(portal.files, portal.config);
    expect(actual?.size).toBeGreaterThan(0);
    expect(actual?.free).toBeLessThanOrEqual(actual?.size ?? 0);
  });
});

describe('a full disk', () => {
  test.for(['ENOSPC', 'EDQUOT'])(
    'makes an upload fail with the problem code storage-full if the write error is %s',
    async (code, { portal }) => {
      const team = await createTestGroup(portal);
      portal.files.receive = async (stream) => {
        stream.resume();
        throw Object.assign(new Error(`${code}: write`), { code, syscall: 'write' });
      };
      const { caller } = team.student;
      expect(await expectRefusal(portal, caller, uploadDocument, aThesis(team))).toMatchObject(
        refused,
      );
      expect(portal.logged).toEqual([]);
    },
  );

  test('makes saving marks fail, but saving them again succeeds without a restart once there is enough space', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const { caller } = team.supervisor;
    const free = await fillDatabase(portal);
    const save = aMark(team, 'x'.repeat(2000));
    expect(await expectRefusal(portal, caller, saveMarks, save)).toMatchObject(notSaved);
    const { email } = team.student;
    expect((await caller.request(findGroup, { params: { email } })).status).toBe(200);
    await free();
    expect(await caller.call(saveMarks, save)).toMatchObject({ changed: 2 });
  });

  test('does not affect read requests, although the last-seen time of the session cannot be saved', async ({
    portal,
  }) => {
    const { student } = await createTestGroup(portal);
    portal.wait(6 * 60_000);
    const free = await fillDatabase(portal);
    const params = { email: student.email };
    expect((await student.caller.request(findGroup, { params })).status).toBe(200);
    await free();
  });
});

test('every endpoint that accepts files declares the problem code storage-full', () => {
  const withFiles = endpoints.filter(
    ({ endpoint }) => Object.keys(endpoint.files ?? {}).length > 0,
  );
  expect(withFiles.length).toBeGreaterThan(2);
  for (const { endpoint } of withFiles) expect(endpoint.problems).toContain('storage-full');
});

/** Makes the database report a full disk until the returned function is called. */
async function fillDatabase({ db }: Portal): Promise<() => Promise<unknown>> {
  if (process.env.TEST_DATABASE !== 'postgres') {
    // Updating a session may need no new database page, so let a trigger also insert a large row.
    await sql`create table more (what blob)`.execute(db);
    await sql`create trigger more before update on sessions
      begin insert into more values (randomblob(100000)); end`.execute(db);
    // SQLite reports a full disk only when the database has no free pages left.
    await sql`vacuum`.execute(db);
    await sql`pragma max_page_count = 1`.execute(db);
    return () => sql`pragma max_page_count = 1000000`.execute(db);
  }
  await sql`create function no_space() returns trigger language plpgsql as
    $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(db);
  for (const table of ['marks', 'sessions']) {
    await sql`create trigger no_space before insert or update on ${sql.table(table)}
      execute function no_space()`.execute(db);
  }
  return () => sql`drop function no_space cascade`.execute(db);
}
