import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { FilesUnavailableError } from '#server/storage/file-store.ts';
import {
  createEmptyDataLocation,
  fillPortalWithGroups,
  readDataLocation,
} from '#server/test/places.ts';
import { openPortal } from '#server/test/portal.ts';
import { buildS3Environment, startS3Server } from '#server/test/stores.ts';
import { toFileTarget } from './archive-file.ts';
import { backUp } from './back-up.ts';
import { restoreBackup } from './restore.ts';

async function openPortalOnS3() {
  const server = await startS3Server();
  const { portal, close } = await openPortal(buildS3Environment(server));
  onTestFinished(close);
  await fillPortalWithGroups(portal);
  return { server, portal };
}

test('a backup contains the files stored in S3 and can be restored to disk', async () => {
  const { server, portal } = await openPortalOnS3();
  const path = join(portal.folder, 'portal.backup');
  await backUp(portal, toFileTarget(path));
  const place = await createEmptyDataLocation(portal, 'sqlite');
  await restoreBackup(place, path);
  const stored = server.keysIn('kept/').map((key) => {
    const content = server.objects.get(key)?.content ?? '';
    return [key.slice(5), createHash('sha256').update(content).digest('hex')];
  });
  expect((await readDataLocation(place)).files).toEqual(Object.fromEntries(stored));
  expect(stored.length).toBeGreaterThan(2);
});

test('a backup leaves no archive if S3 is unreachable', async () => {
  const { server, portal } = await openPortalOnS3();
  const path = join(portal.folder, 'portal.backup');
  server.disturb = () => 'fail';
  await expect(backUp(portal, toFileTarget(path))).rejects.toThrow(FilesUnavailableError);
  server.disturb = (request) => (request.startsWith('GET kept/') ? 'cut midway' : undefined);
  await expect(backUp(portal, toFileTarget(path))).rejects.toThrow(FilesUnavailableError);
  expect((await readdir(portal.folder)).filter((name) => name.includes('backup'))).toEqual([]);
});

test('a restore to S3 writes nothing and fails with an error that says to restore to disk and then move the files', async () => {
  const server = await startS3Server();
  const { portal, close } = await openPortal();
  onTestFinished(close);
  const DATA_DIR = join(portal.folder, 'new');
  const restoring = promisify(execFile)(process.execPath, ['tools/restore.ts', 'any.backup'], {
    env: { ...buildS3Environment(server), DATA_DIR },
  });
  await expect(restoring).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('run it without FILES_URL, then move them'),
  });
  expect([existsSync(DATA_DIR), server.log]).toEqual([false, []]);
});
