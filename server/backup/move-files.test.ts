import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { uploadDocument } from '#contract/documents.ts';
import { checkStoredFiles } from '#server/documents/damage/scrub.ts';
import { lockDataFolder } from '#server/storage/data-lock.ts';
import { openDiskStore } from '#server/storage/disk.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { getPortalDataLocation } from '#server/test/places.ts';
import { test } from '#server/test/portal.ts';
import { buildS3Environment, openTestS3Store, startS3Server } from '#server/test/stores.ts';
import { buildPdf } from '#tools/test/files/sample-files.ts';
import { toFile } from '#tools/test/people.ts';
import { copyFilesToStorage } from './move-files.ts';

async function uploadThesis({ student }: TestGroup, title = 'A thesis') {
  const content = buildPdf({ title, bytes: 50_000 });
  const { document } = await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: toFile(content, 'thesis.pdf') },
  });
  return { id: document._id, content };
}

describe('moving files to another storage backend', () => {
  test('copies all files to S3 and back, and can be repeated after an interruption', async ({
    portal,
  }) => {
    await uploadThesis(await createTestGroup(portal, { size: 2 }));
    const { files } = await checkStoredFiles(portal);
    const { store: s3 } = await openTestS3Store();
    const disk = await openDiskStore(join(portal.folder, 'again'));
    for (const [from, to] of [
      [{ ...portal.files }, s3],
      [s3, disk],
    ] as const) {
      const cancelled = new AbortController();
      const onProgress = ({ files }: { files: number }) =>
        files === 2 && cancelled.abort(new Error('Cancelled.'));
      const progress = { signal: cancelled.signal, onProgress };
      const first = copyFilesToStorage(portal.db, { from, to }, progress);
      await expect(first).rejects.toThrow('Cancelled.');
      const { copied, there, lost } = await copyFilesToStorage(portal.db, { from, to });
      expect([copied + there, lost]).toEqual([files, []]);
      expect(there).toBeGreaterThan(1);
      Object.assign(portal.files, to);
      expect(await checkStoredFiles(portal)).toMatchObject({ files, missing: 0, altered: 0 });
    }
  });

  test('skips files that are damaged in the old storage, and replaces files that are damaged in the new one', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const [first, second] = [await uploadThesis(team), await uploadThesis(team, 'B')];
    const { server, store: to } = await openTestS3Store();
    const from = portal.files;
    await writeFile(join(portal.folder, 'files/kept', first.id), Buffer.alloc(50_000));
    const altered = { content: Buffer.alloc(second.content.length), modified: new Date() };
    server.objects.set(`kept/${second.id}`, altered);
    expect(await copyFilesToStorage(portal.db, { from, to })).toMatchObject({ lost: [first.id] });
    expect(server.objects.has(`kept/${first.id}`)).toBe(false);
    expect(server.objects.get(`kept/${second.id}`)?.content.equals(second.content)).toBe(true);
  });

  test('is available as a command that refuses to run beside the portal and prints errors and results', async ({
    portal,
  }) => {
    const { id } = await uploadThesis(await createTestGroup(portal, { size: 1 }));
    const server = await startS3Server();
    const { dataDir, databaseUrl } = await getPortalDataLocation(portal);
    const move = (...args: string[]) =>
      promisify(execFile)(process.execPath, ['tools/move-files.ts', ...args], {
        env: { ...buildS3Environment(server), DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' },
      }).catch((error) => error as { stdout: string; stderr: string; code: number });
    const toS3 = ['--from', 'disk', '--to', server.filesUrl];
    const release = lockDataFolder(dataDir, { alone: false });
    expect(await move(...toS3)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Stop it first'),
    });
    release();
    expect(server.keysIn('')).toEqual([]);
    expect(await move('--from', 'disk')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Name two places'),
    });
    expect(await move('--from', 'disk', '--to', 'ftp://files')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--to must be disk, or a URL'),
    });
    const { stdout } = await move(...toS3);
    expect(stdout).toContain('3 files were copied, 0 were there already, each verified.');
    expect(stdout).toContain(`Set FILES_URL to ${server.filesUrl} and start the portal.`);
    await rm(join(portal.folder, 'files/kept', id));
    server.objects.delete(`kept/${id}`);
    expect(await move(...toS3)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`missing or altered in both places: ${id}`),
    });
  });
});
