import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { checkStoredFiles, deleteOrphanedFiles } from '#server/documents/damage/scrub.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { createFallbackStore } from '#server/storage/fallback.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { getPortalDataLocation } from '#server/test/places.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { buildS3Environment, openTestS3Store, startS3Server } from '#server/test/stores.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { copyFilesToStorage } from './move-files.ts';

const serveFrom = (portal: Portal, store: FileStore) => Object.assign(portal.files, store);

async function uploadedBy({ student }: TestGroup, title: string) {
  const content = buildPdf({ title, bytes: 50_000 });
  const { document } = await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: toFile(content, `${title}.pdf`) },
  });
  return { ...document, content };
}

async function requireServed(
  { student }: TestGroup,
  { url, content }: { url: string; content: Buffer },
) {
  const response = await student.caller.fetch(url);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
}

const whileReading = async (work: Promise<unknown>, read: () => Promise<void>) => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await read();
  return done;
};

describe('moving files to another storage backend', () => {
  test('copies files to S3 and back while the portal serves requests, and can be repeated after an interruption', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 2 });
    const old = await uploadedBy(team, 'old');
    const disk = { ...portal.files };
    const { server, store: s3 } = await openTestS3Store();
    for (const [from, to] of [
      [disk, s3],
      [s3, await openDiskStore(join(portal.folder, 'again'))],
    ] as const) {
      serveFrom(portal, createFallbackStore(to, from));
      await requireServed(team, old);
      const during = await uploadedBy(team, `new ${Math.random()}`);
      const cancelled = new AbortController();
      const first = copyFilesToStorage(
        portal.db,
        { from, to },
        {
          signal: cancelled.signal,
          onProgress: ({ files }) => files === 2 && cancelled.abort(new Error('Cancelled.')),
        },
      );
      await expect(first).rejects.toThrow('Cancelled.');
      const { files } = await checkStoredFiles(portal);
      const second = copyFilesToStorage(portal.db, { from, to });
      await whileReading(second, async () => {
        await requireServed(team, old);
        await requireServed(team, during);
      });
      const { moved, there, lost } = await second;
      expect([moved + there, lost]).toEqual([files, []]);
      expect(there).toBeGreaterThan(2);
      serveFrom(portal, to);
      expect(await checkStoredFiles(portal)).toMatchObject({ files, missing: 0, altered: 0 });
      await requireServed(team, old);
      await requireServed(team, during);
    }
    expect(server.keysIn('incoming/')).toEqual([]);
    expect(server.uploads.size).toBe(0);
  });

  test('skips files that are damaged in the old storage, and replaces files that are damaged in the new one', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const [first, second] = [await uploadedBy(team, 'one'), await uploadedBy(team, 'two')];
    const { server, store: to } = await openTestS3Store();
    const from = portal.files;
    const keptPath = (id: string) => join(portal.folder, 'files/kept', id);
    await writeFile(keptPath(first._id), Buffer.alloc(first.size));
    expect(await copyFilesToStorage(portal.db, { from, to })).toMatchObject({ lost: [first._id] });
    expect(server.objects.has(`kept/${first._id}`)).toBe(false);
    await rm(keptPath(first._id));
    const altered = { content: Buffer.alloc(second.size), modified: new Date() };
    server.objects.set(`kept/${second._id}`, altered);
    expect(await copyFilesToStorage(portal.db, { from, to })).toMatchObject({
      moved: 1,
      lost: [first._id],
    });
    expect(server.objects.get(`kept/${second._id}`)?.content.equals(second.content)).toBe(true);
    expect(server.keysIn('incoming/')).toEqual([]);
  });

  test('lists each file of both storages once, so that the integrity check deletes a removed file that the old storage did not', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const first = await uploadedBy(team, 'version 1');
    const from = { ...portal.files };
    const to = await openDiskStore(join(portal.folder, 'again'));
    await copyFilesToStorage(portal.db, { from, to });
    const both = createFallbackStore(to, from);
    serveFrom(portal, both);
    const { remove } = from;
    from.remove = () => Promise.reject(new Error('The store is unavailable.'));
    for (let version = 2; version <= 6; version += 1) await uploadedBy(team, `version ${version}`);
    expect(await from.sizeOf(first._id)).toBe(first.size);
    const keys = (await Array.fromAsync(both.list())).map(({ key }) => key);
    expect(keys).toHaveLength(new Set(keys).size);
    expect(keys).toHaveLength(2 + 6);
    from.remove = remove;
    expect(await deleteOrphanedFiles(portal)).toMatchObject({ orphans: 1, leftAlone: 0 });
    expect(await from.sizeOf(first._id)).toBeUndefined();
  });

  test('reports a failure of the new storage instead of reading the old one, and aborts the request to it when a reader disconnects', async ({
    portal,
  }) => {
    const { server, store } = await openTestS3Store();
    const both = createFallbackStore(store, portal.files);
    const id = '0190f7a0-0000-7000-8000-000000000000';
    await expect(Array.fromAsync(both.open(id))).rejects.toMatchObject({ code: 'ENOENT' });
    server.disturb = () => 'fail';
    await expect(Array.fromAsync(both.open(id))).rejects.toThrow('The file storage failed');
    await expect(both.sizeOf(id)).rejects.toThrow('The file storage failed');
    await expect(both.check()).rejects.toThrow('The file storage failed');
    server.disturb = () => undefined;
    const left = server.brokenOff;
    server.objects.set(`kept/${id}`, { content: Buffer.alloc(30_000_000), modified: new Date() });
    server.disturb = (request) => (request.startsWith('GET') ? 'hang' : undefined);
    const asked = server.log.filter((line) => line.startsWith('GET')).length;
    const content = both.open(id);
    await server.untilAsked('GET', asked + 1);
    content.destroy();
    await server.untilBrokenOff(left + 1);
  });

  test('is available as a command that prints errors and results', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { _id } = await uploadedBy(team, 'one');
    const server = await startS3Server();
    const { dataDir, databaseUrl } = await getPortalDataLocation(portal);
    const move = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['tools/move-files.ts', ...args], {
        env: { ...buildS3Environment(server), DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
      }).catch((error) => error as { stdout: string; stderr: string; code: number });
    expect(await move('--from', 'disk')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Name both places'),
    });
    expect(await move('--from', 'disk', '--to', 'ftp://files')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--to must be disk, or a URL'),
    });
    const moved = await move('--from', 'disk', '--to', server.filesUrl);
    expect(moved.stdout).toContain('3 files were copied, 0 were there already, each verified.');
    await rm(join(portal.folder, 'files/kept', _id));
    server.objects.delete(`kept/${_id}`);
    expect(await move('--from', 'disk', '--to', server.filesUrl)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`missing or altered in both places: ${_id}`),
    });
  });
});
