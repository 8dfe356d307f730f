import { unzipSync } from 'fflate';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { uploadDocument } from '#contract/documents.ts';
import { prepareDownload } from '#contract/exports/downloads.ts';
import { saveMarks } from '#contract/marks.ts';
import { listDamagedFiles } from '#server/documents/damage/damaged-files.ts';
import { checkStoredFiles, deleteOrphanedFiles } from '#server/documents/damage/scrub.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { openPortal } from '#server/test/portal.ts';
import { readRefusal } from '#server/test/refusal.ts';
import { buildS3Environment, startS3Server } from '#server/test/stores.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';

const MB = 1024 * 1024;

async function openPortalOnS3() {
  const server = await startS3Server();
  const { portal, close } = await openPortal(buildS3Environment(server));
  onTestFinished(close);
  return { server, portal };
}

const content = buildPdf({ title: 'A thesis', bytes: 20 * MB });
const aThesis = ({ student }: TestGroup) => ({
  params: { kind: 'thesis' as const, email: student.email },
  body: { file: toFile(content, 'thesis.pdf') },
});

describe('a portal with files on S3', () => {
  test('stores files and serves them completely, in part and in a zip archive', async () => {
    const { portal } = await openPortalOnS3();
    const team = await createTestGroup(portal, { size: 1 });
    const { caller } = team.student;
    const { document } = await caller.call(uploadDocument, aThesis(team));
    const whole = await caller.fetch(document.url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    const part = await caller.fetch(document.url, { headers: { range: 'bytes=1000-1999' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000-1999/${content.length}`,
    ]);
    const middle = Buffer.from(await part.arrayBuffer());
    expect(middle.equals(content.subarray(1000, 2000))).toBe(true);
    const { download } = await portal.admin.call(prepareDownload, {
      body: { groupIds: [team.groupId], kinds: ['thesis'], dryRun: false },
    });
    const zip = await portal.admin.fetch(download?.url ?? '');
    const [zipped] = Object.values(unzipSync(new Uint8Array(await zip.arrayBuffer())));
    expect(zipped && Buffer.from(zipped).equals(content)).toBe(true);
    expect((await portal.visitor.fetch('/readyz')).status).toBe(200);
    expect(await portal.admin.call(findAttention)).toMatchObject({ storage: { isLow: false } });
  });

  test('detects missing and altered files, and removes files without a database row', async () => {
    const { server, portal } = await openPortalOnS3();
    const team = await createTestGroup(portal, { size: 1 });
    const { document } = await team.student.caller.call(uploadDocument, aThesis(team));
    expect(await checkStoredFiles(portal)).toMatchObject({ missing: 0, altered: 0, files: 3 });
    const stored = server.objects.get(`kept/${document._id}`);
    const altered = Buffer.from(content);
    altered[1000] = 1 + (altered[1000] ?? 0);
    server.objects.set(`kept/${document._id}`, { content: altered, modified: new Date() });
    expect(await checkStoredFiles(portal)).toMatchObject({ altered: 1 });
    expect((await team.student.caller.fetch(document.url)).status).toBe(500);
    server.objects.delete(`kept/${document._id}`);
    expect(await checkStoredFiles(portal)).toMatchObject({ missing: 1 });
    expect(await listDamagedFiles(portal.db)).toMatchObject([{ fault: 'missing' }]);
    if (stored) server.objects.set(`kept/${document._id}`, stored);
    expect(await checkStoredFiles(portal)).toMatchObject({ mended: 1 });
    const orphan = `kept/${crypto.randomUUID()}`;
    server.objects.set(orphan, { content, modified: new Date(0) });
    expect(await deleteOrphanedFiles(portal)).toMatchObject({ orphans: 1 });
    expect(server.objects.has(orphan)).toBe(false);
  });

  test('keeps running while the storage is unreachable, and replies to file requests with 503', async () => {
    const { server, portal } = await openPortalOnS3();
    const team = await createTestGroup(portal, { size: 1 });
    const { caller } = team.student;
    const { document } = await caller.call(uploadDocument, aThesis(team));
    const before = [await portal.snapshot(), server.keysIn('')];
    server.disturb = () => 'fail';
    const unavailable = { status: 503, code: 'unavailable', retryAfter: '5' };
    expect(await readRefusal(await caller.fetch(document.url))).toMatchObject(unavailable);
    const upload = await caller.request(uploadDocument, aThesis(team));
    expect(await readRefusal(upload)).toMatchObject({
      ...unavailable,
      message: 'The portal can’t reach its files. Please try again in a moment.',
    });
    expect((await portal.visitor.fetch('/readyz')).status).toBe(503);
    await expect(checkStoredFiles(portal)).rejects.toThrow('The file storage failed');
    server.disturb = (request) => (request.startsWith('PUT kept/') ? 'fail' : undefined);
    expect(await readRefusal(await caller.request(uploadDocument, aThesis(team)))).toMatchObject(
      unavailable,
    );
    server.disturb = () => undefined;
    expect([await portal.snapshot(), server.keysIn('')]).toEqual(before);
    expect((await caller.fetch(document.url)).status).toBe(200);
    expect(portal.logged.join()).toContain('the file storage does not respond');
    expect(portal.logged.join()).not.toContain('not so secret');
  });

  test('saves marks while file requests wait for slow storage', async () => {
    const { server, portal } = await openPortalOnS3();
    const team = await createTestGroup(portal, { size: 1 });
    await team.student.caller.call(uploadDocument, aThesis(team));
    const body = { groupIds: [team.groupId], kinds: ['thesis' as const], dryRun: false };
    server.disturb = (request) => (request.startsWith('HEAD kept/') ? 'hang' : undefined);
    const waiting: Promise<Response>[] = [];
    for (const ask of [
      () => team.student.caller.request(uploadDocument, aThesis(team)),
      () => portal.admin.request(prepareDownload, { body }),
    ]) {
      const before = server.log.filter((line) => line.startsWith('HEAD kept/')).length;
      waiting.push(ask());
      await server.untilAsked('HEAD kept/', before + 1);
      const marks = {
        [getItemAt(team.ids, 0)]: { month1: { marks: waiting.length, feedback: '' } },
      };
      const save = { semester: 'Semester 7' as const, groupId: team.groupId, marks };
      expect(await team.supervisor.caller.call(saveMarks, { body: save })).toMatchObject({
        changed: 1,
      });
    }
    const before = server.keysIn('kept/');
    server.disturb = (request) => (request.startsWith('HEAD kept/') ? 'fail' : undefined);
    expect((await team.student.caller.request(uploadDocument, aThesis(team))).status).toBe(503);
    expect(server.keysIn('kept/')).toEqual(before);
    await server.stop();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503]);
  });

  test('aborts the storage request when the client disconnects', async () => {
    const { server, portal } = await openPortalOnS3();
    const team = await createTestGroup(portal, { size: 1 });
    const { caller } = team.student;
    const { document } = await caller.call(uploadDocument, aThesis(team));
    const left = server.brokenOff;
    const ending = new AbortController();
    const response = await caller.fetch(document.url, { signal: ending.signal });
    expect(response.status).toBe(200);
    ending.abort();
    await server.untilBrokenOff(left + 1);
  });
});
