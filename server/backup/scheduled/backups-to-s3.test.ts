import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { restoreBackup } from '#server/backup/restore.ts';
import {
  createEmptyDataLocation,
  fillPortalWithGroups,
  readDataLocation,
} from '#server/test/places.ts';
import type { Portal } from '#server/test/portal.ts';
import {
  firstArchiveName,
  openScheduledPortal,
  runBackup,
} from '#server/test/scheduled-backups.ts';
import { buildS3Environment, startS3Server } from '#server/test/stores.ts';
import { findBackupState } from './backup-state.ts';
import { takeBackupInThread } from './take-in-thread.ts';

/** Stores a file with its row. Returns the file's id. */
async function addLargeFile({ db, files, clock }: Portal, content: Buffer): Promise<string> {
  const received = await files.receive(Readable.from([content]), content.length);
  if (!received) throw new Error('The file was not stored.');
  const { size, sha256 } = received;
  const id = randomUUID();
  await files.keep(received, id);
  await db
    .insertInto('documents')
    .values({
      id,
      kind: 'code',
      version: 1,
      name: 'code.zip',
      media_type: 'application/zip',
      size,
      sha256,
      uploaded_by_name: 'Ayesha Khan',
      uploaded_at: clock().toISOString(),
    })
    .execute();
  return id;
}

describe('a backup to S3', () => {
  async function openPortalWithBucket() {
    const server = await startS3Server();
    const { FILES_URL: BACKUP_TO, ...keys } = buildS3Environment(server);
    const { portal } = await openScheduledPortal({ BACKUP_TO, ...keys, KEEP_BACKUPS: '1d' });
    return { server, portal };
  }

  test('is uploaded in parts, replaces the expired archive, and can be restored', async () => {
    const { server, portal } = await openPortalWithBucket();
    await fillPortalWithGroups(portal);
    const content = Buffer.alloc(40 * 1024 * 1024, 'thesis');
    const document = await addLargeFile(portal, content);
    const foreign = { content: Buffer.from(''), modified: new Date() };
    const old = ['127.0.0.1_2027-01-14T100000Z.backup', 'kept/127.0.0.1_x', 'other.backup'];
    for (const key of old) server.objects.set(key, foreign);
    server.uploads.set('1', {
      key: '127.0.0.1_2027-01-13T100000Z.backup',
      parts: new Map(),
      initiated: new Date(),
    });
    expect(await runBackup(portal, { take: takeBackupInThread })).toBe(true);
    expect(server.keysIn('')).toEqual([firstArchiveName, 'kept/127.0.0.1_x', 'other.backup']);
    expect(server.uploads.size).toBe(0);
    expect(server.log.filter((line) => line.startsWith(`PUT ${firstArchiveName}`)).length).toBe(3);
    const path = join(portal.folder, 'copy.backup');
    await writeFile(path, server.objects.get(firstArchiveName)?.content ?? '');
    const place = await createEmptyDataLocation(portal, 'sqlite');
    await restoreBackup(place, path);
    expect((await readDataLocation(place)).files).toHaveProperty(document);
    const { AWS_SECRET_ACCESS_KEY } = buildS3Environment(server);
    expect(portal.logged.join()).not.toContain(AWS_SECRET_ACCESS_KEY);
  });

  test.for([
    ['is altered after it was written', 'alter'],
    ['cannot be read completely', 'cut midway'],
  ] as const)('that %s is removed, and the old archive stays', async ([, fault]) => {
    const { server, portal } = await openPortalWithBucket();
    const old = '127.0.0.1_2027-01-14T100000Z.backup';
    server.objects.set(old, { content: Buffer.from(''), modified: new Date() });
    server.disturb = (request) => {
      if (!request.startsWith(`GET ${firstArchiveName}`)) return undefined;
      if (fault !== 'alter') return fault;
      const { content } = server.objects.get(firstArchiveName) ?? { content: Buffer.alloc(0) };
      content[content.length - 100] = (content[content.length - 100] ?? 0) ^ 1;
      return undefined;
    };
    expect(await runBackup(portal)).toBe(false);
    expect(server.keysIn('')).toEqual([old]);
    expect(await findBackupState(portal.db)).toMatchObject({ last: null, failures: 1 });
  });

  test('fails and says what to check if the bucket is unreachable', async () => {
    const { server, portal } = await openPortalWithBucket();
    server.disturb = () => 'no bucket';
    expect(await runBackup(portal, { take: takeBackupInThread })).toBe(false);
    const state = await findBackupState(portal.db);
    expect(state?.reason).toContain('Check BACKUP_TO, FILES_URL and the credentials.');
  });
});
