import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { backUp } from '#server/backup/back-up.ts';
import type { S3Location } from '#server/storage/place-of-files.ts';
import { failWritesTo } from '#server/test/faults/break-writes.ts';
import type { Portal } from '#server/test/portal.ts';
import {
  firstArchiveName,
  hourMs,
  openScheduledPortal,
  runBackup,
} from '#server/test/scheduled-backups.ts';
import { findBackupState } from './backup-state.ts';
import { explainBackupFailure } from './explain-failure.ts';
import { openFolderDestination } from './folder-destination.ts';
import { findBackupPlaceFault } from './place-fault.ts';

/** Breaks the portal or its folder of backups. Returns a function that repairs it. */
type Fault = (folder: string, portal: Portal) => Promise<() => Promise<unknown>>;

const unmount: Fault = async (folder) => {
  await rename(folder, `${folder}-unmounted`);
  return () => rename(`${folder}-unmounted`, folder);
};

const replaceByFile: Fault = async (folder, portal) => {
  const mount = await unmount(folder, portal);
  await writeFile(folder, '');
  return () => rm(folder).then(mount);
};

const fillDisk: Fault = async (_folder, { config }) => {
  config.minFreeBytes = Number.MAX_SAFE_INTEGER;
  return async () => {
    config.minFreeBytes = 0;
  };
};

describe('a failed backup', () => {
  test.for<[string, Fault, string]>([
    ['the folder is missing', unmount, 'create it, or mount its disk.'],
    ['BACKUP_TO is a file', replaceByFile, 'create it, or mount its disk.'],
    ['the disk is nearly full', fillDisk, 'lower KEEP_BACKUPS, or choose another disk.'],
    [
      'the database refuses the audit entry after the archive was written',
      (_folder, portal) => failWritesTo(portal, 'insert', 'audit_entries'),
      'broken',
    ],
  ])(
    'because %s leaves no file, removes no old archive, is reported, and is repeated after an hour',
    async ([, breakIt, reason]) => {
      const { folder, portal } = await openScheduledPortal({ KEEP_BACKUPS: '1d' });
      const old = '127.0.0.1_2027-01-01T100000Z.backup';
      await writeFile(join(folder, old), '');
      const repair = await breakIt(folder, portal);
      expect(await runBackup(portal)).toBe(false);
      expect(await findBackupState(portal.db)).toMatchObject({
        last: null,
        failures: 1,
        reason: expect.stringContaining(reason),
      });
      expect(portal.logged.at(-1)).toContain('“No recent backup” in docs/troubleshooting.md');
      expect(portal.logged.at(-1)).toContain(reason);
      await repair();
      expect(await readdir(folder)).toEqual([old]);
      portal.wait(0.9 * hourMs);
      expect(await runBackup(portal)).toBe(false);
      portal.wait(0.2 * hourMs);
      expect(await runBackup(portal, { process: 2 })).toBe(true);
      expect(await findBackupState(portal.db)).toMatchObject({ failures: 0, reason: null });
      expect(await readdir(folder)).toEqual(['127.0.0.1_2027-01-15T110600Z.backup']);
    },
  );

  test('leaves no file if the disk of BACKUP_TO becomes full while the archive is written', async () => {
    const { folder, portal } = await openScheduledPortal();
    await symlink('/dev/full', join(folder, `${firstArchiveName}.partial`));
    const { target } = await openFolderDestination(folder, portal.config);
    const error = await backUp(portal, target(firstArchiveName, 0)).catch(
      (reason: unknown) => reason,
    );
    expect(await readdir(folder)).toEqual([]);
    expect(explainBackupFailure(error)).toBe(
      'The disk of BACKUP_TO is full: free space or lower KEEP_BACKUPS.',
    );
  });
});

describe('the folder of backups', () => {
  test('is reported on the disk of the data, and if it lacks the last backup because its disk is not mounted', async () => {
    const { folder, portal } = await openScheduledPortal();
    const { db, admin } = portal;
    const readFault = async () => (await admin.call(findAttention)).backupPlaceFault;
    await runBackup(portal);
    expect(await readFault()).toBe('same-disk');
    const elsewhere = { databaseUrl: 'postgres://db/fyp', files: { kind: 's3' } as S3Location };
    expect(await findBackupPlaceFault(db, { ...portal.config, ...elsewhere })).toBeNull();
    const mount = await unmount(folder, portal);
    expect(await readFault()).toBeNull();
    await mkdir(folder);
    expect(await readFault()).toBe('last-missing');
    await rm(folder, { recursive: true });
    await mount();
    expect(await readFault()).toBe('same-disk');
  });
});
