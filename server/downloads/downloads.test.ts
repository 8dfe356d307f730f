import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, vi } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { uploadDocument } from '#contract/documents.ts';
import { exportDownload, prepareDownload } from '#contract/exports/downloads.ts';
import { deleteGroup } from '#contract/groups.ts';
import type { DocumentKind } from '#contract/rules/kinds.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { closeCurrentCohort } from '#server/test/records/cohorts.ts';
import { expectRefusal, expectRefusalWhenSending, readRefusal } from '#server/test/refusal.ts';
import type { ApiCaller } from '#tools/test/caller.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const uploadThesis = ({ student }: TestGroup, title = 'A thesis') =>
  student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: toFile(buildPdf({ title }), 'thesis.pdf') },
  });

async function prepared(
  caller: ApiCaller,
  teams: readonly TestGroup[],
  kinds: readonly DocumentKind[],
) {
  const groupIds = teams.map(({ groupId }) => groupId);
  const { download } = await caller.call(prepareDownload, {
    body: { groupIds, kinds: [...kinds], dryRun: false },
  });
  if (!download) throw new Error('Nothing was prepared.');
  return download;
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function readArchive(response: Response) {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}

const entriesOf = async (portal: Portal) => {
  const query = { action: 'files-downloaded' } as const;
  return (await portal.admin.call(listAudit, { query })).entries.map(({ detail }) => detail);
};

describe('an archive of several groups’ files', () => {
  test('is not sent again (304) to a client that has cached it, unless a file has changed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await uploadThesis(team);
    const { url } = await prepared(portal.admin, [team], ['thesis']);
    const etag = (await portal.admin.fetch(url)).headers.get('etag') ?? '';
    const ask = (caller: ApiCaller, method: string) =>
      caller.fetch(url, { method, headers: { 'if-none-match': etag } });
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(portal.admin, method);
      expect([response.status, await response.text()]).toEqual([304, '']);
      expect((await ask(team.supervisor.caller, method)).status).toBe(404);
      expect((await ask(portal.visitor, method)).status).toBe(401);
    }
    await uploadThesis(team, 'Better');
    expect((await ask(portal.admin, 'GET')).status).toBe(200);
  });

  test('contains only the newest version of each file, under a descriptive name', async ({
    portal,
  }) => {
    const firstGroup = await createTestGroup(portal, { size: 2, title: 'Buses: a study' });
    const secondGroup = await createTestGroup(portal, { size: 1, title: 'Trains' });
    await uploadThesis(firstGroup);
    const { document } = await uploadThesis(firstGroup, 'Better');
    const download = await prepared(
      portal.admin,
      [secondGroup, firstGroup],
      ['thesis', 'proposal', 'feeProof'],
    );
    expect(download.files).toBe(6);
    const response = await portal.admin.fetch(download.url);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(download.bytes),
      'content-disposition': 'attachment; filename="files-2027-01-15.zip"',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    const files = await readArchive(response);
    const [first, second] = firstGroup.group.fypGroupMembers;
    const other = getItemAt(secondGroup.group.fypGroupMembers, 0);
    expect(Object.keys(files)).toEqual([
      'BSCS-2027-002 Trains/Proposal v1.pdf',
      `BSCS-2027-002 Trains/Fee proof, ${other.roll} ${other.name} v1.pdf`,
      'BSCS-2027-001 Buses a study/Proposal v1.pdf',
      `BSCS-2027-001 Buses a study/Fee proof, ${first?.roll} ${first?.name} v1.pdf`,
      `BSCS-2027-001 Buses a study/Fee proof, ${second?.roll} ${second?.name} v1.pdf`,
      'BSCS-2027-001 Buses a study/Thesis v2.pdf',
    ]);
    const stored = await readFile(join(portal.folder, 'files/kept', document._id));
    const thesis = files['BSCS-2027-001 Buses a study/Thesis v2.pdf'] ?? new Uint8Array();
    expect(Buffer.from(thesis).equals(stored)).toBe(true);
    expect(await entriesOf(portal)).toEqual([
      expect.stringMatching(
        /^6 files \(.* kB\) of BSCS-2027-002, BSCS-2027-001: Thesis, Proposal, Fee proof$/,
      ),
    ]);
  });

  test('is not prepared for download by a dry run, which only counts the files of each kind', async ({
    portal,
  }) => {
    const [firstGroup, secondGroup] = [
      await createTestGroup(portal, { size: 2 }),
      await createTestGroup(portal, { size: 1 }),
    ];
    const { document } = await uploadThesis(firstGroup);
    const before = await portal.snapshot();
    const groupIds = [firstGroup.groupId, secondGroup.groupId];
    const reply = await portal.admin.call(prepareDownload, {
      body: { groupIds, kinds: [], dryRun: true },
    });
    expect(reply).toMatchObject({
      kinds: [
        { kind: 'proposal', files: 2 },
        { kind: 'feeProof', files: 3 },
        { kind: 'thesis', files: 1, bytes: document.size },
      ],
      groups: [
        { fypGroupName: firstGroup.group.fypGroupName, kinds: ['proposal', 'feeProof', 'thesis'] },
        { fypGroupName: secondGroup.group.fypGroupName, kinds: ['proposal', 'feeProof'] },
      ],
      download: null,
    });
    expect(await portal.snapshot()).toEqual(before);
  });

  test('can be downloaded in ranges, and is sent in full if a file has changed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await uploadThesis(team);
    const { url } = await prepared(portal.admin, [team], ['proposal', 'thesis']);
    const whole = await portal.admin.fetch(url);
    const etag = whole.headers.get('etag') ?? '';
    const bytes = await bytesOf(whole);
    const ask = (range: string, ifRange = etag) =>
      portal.admin.fetch(url, { headers: { range, 'if-range': ifRange } });
    for (const start of [0, 1, 500, bytes.length - 40, bytes.length - 1]) {
      const response = await ask(`bytes=${start}-`);
      expect([response.status, response.headers.get('content-range')]).toEqual([
        206,
        `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
      ]);
      expect((await bytesOf(response)).equals(bytes.subarray(start)), `from ${start}`).toBe(true);
    }
    expect((await ask(`bytes=${bytes.length}-`)).status).toBe(416);
    await uploadThesis(team, 'A longer thesis than the one before');
    const changed = await ask('bytes=500-');
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(Object.keys(await readArchive(changed)).at(-1)).toMatch(/Thesis v2\.pdf$/);
  });

  test('can be downloaded by the supervisor after the cohort is closed, but never without logging in', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await closeCurrentCohort(portal);
    const { url } = await prepared(team.supervisor.caller, [team], ['proposal']);
    const response = await team.supervisor.caller.fetch(url);
    expect(Object.keys(await readArchive(response))).toHaveLength(1);
    expect((await portal.visitor.fetch(url)).status).toBe(401);
  });
});

describe('a download', () => {
  test('is rejected for another supervisor’s group, a deleted group, or groups without files of the chosen kinds', async ({
    portal,
  }) => {
    const [firstGroup, secondGroup] = [
      await createTestGroup(portal),
      await createTestGroup(portal),
    ];
    const ask = (caller: ApiCaller, teams: readonly TestGroup[], kind: DocumentKind = 'proposal') =>
      expectRefusal(portal, caller, prepareDownload, {
        body: { groupIds: teams.map(({ groupId }) => groupId), kinds: [kind], dryRun: false },
      });
    const notFound = { status: 404, code: 'not-found' };
    expect(await ask(firstGroup.supervisor.caller, [firstGroup, secondGroup])).toMatchObject(
      notFound,
    );
    expect(await ask(firstGroup.student.caller, [firstGroup])).toMatchObject({ status: 403 });
    expect(await ask(portal.admin, [firstGroup], 'code')).toMatchObject({
      status: 400,
      message: 'None of these groups has any files of these kinds.',
    });
    await portal.admin.call(deleteGroup, { params: { groupId: secondGroup.groupId } });
    expect(await ask(portal.admin, [firstGroup, secondGroup])).toMatchObject(notFound);
    const groupIds = Array.from({ length: 1001 }, () => firstGroup.groupId);
    const body = { groupIds, kinds: ['proposal'], dryRun: true };
    expect(await expectRefusal(portal, portal.admin, prepareDownload, { body })).toMatchObject({
      status: 400,
      fields: { groupIds: 'You can download the files of up to 1000 groups at a time.' },
    });
  });

  test('is available for one hour, and only to the user who prepared it, as long as this user has access to the groups', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const admin = await createTestUser(portal, 'admin');
    const { url } = await prepared(team.supervisor.caller, [team], ['proposal']);
    const refused = async (caller: ApiCaller) =>
      expect(await expectRefusalWhenSending(portal, () => caller.fetch(url))).toMatchObject({
        status: 404,
      });
    await refused(admin.caller);
    await refused(team.examiner.caller);
    const next = await createTestUser(portal, 'faculty');
    const params = { groupId: team.groupId };
    await portal.admin.call(updateGroup, { params, body: { supervisor: next.name } });
    await refused(team.supervisor.caller);
    const other = await prepared(portal.admin, [team], ['proposal']);
    portal.wait(3_600_000);
    expect((await portal.admin.fetch(other.url)).status).toBe(200);
    portal.wait(1);
    expect((await portal.admin.fetch(other.url)).status).toBe(404);
    await prepared(portal.admin, [team], ['proposal']);
    const left = portal.db.selectFrom('downloads').select('id').execute();
    expect(await left).toHaveLength(1);
  });

  test('fails without sending an archive if a file is missing or truncated', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { document } = await uploadThesis(team);
    const { url } = await prepared(portal.admin, [team], ['proposal', 'thesis']);
    const path = join(portal.folder, 'files/kept', document._id);
    for (const harm of [() => writeFile(path, 'short'), () => rm(path)]) {
      await harm();
      expect(await readRefusal(await portal.admin.fetch(url))).toMatchObject({ status: 500 });
      const body = { groupIds: [team.groupId], kinds: ['thesis'], dryRun: false };
      const refusal = await expectRefusal(portal, portal.admin, prepareDownload, { body });
      expect(refusal).toMatchObject({ status: 500, code: 'fault' });
    }
    expect(portal.logged.join()).toContain(document._id);
  });

  test('starts with status 200 but is cut off with an error if a byte of a file on disk has changed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { document } = await uploadThesis(team);
    const { url } = await prepared(portal.admin, [team], ['proposal', 'thesis']);
    const path = join(portal.folder, 'files/kept', document._id);
    const content = await readFile(path);
    content[100] = (content[100] ?? 0) ^ 1;
    await writeFile(path, content);
    const response = await portal.admin.fetch(url);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  test('reports its size in the response to a HEAD request without reading a file', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { _id, bytes } = await prepared(portal.admin, [team], ['proposal']);
    const open = vi.spyOn(portal.files, 'open');
    const response = await portal.admin.fetch(exportDownload.path.replace(':downloadId', _id), {
      method: 'HEAD',
    });
    expect(response.headers.get('content-length')).toBe(String(bytes));
    expect(open).not.toHaveBeenCalled();
  });
});
