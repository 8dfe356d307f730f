import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { findDesk } from '#contract/desk.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import {
  createEmptyDataLocation,
  fillPortalWithGroups,
  getPortalDataLocation,
  listDatabaseKinds,
  readDataLocation,
} from '#server/test/places.ts';
import {
  firstArchiveName,
  hourMs,
  openScheduledPortal,
  runBackup,
  runBackupOnHost,
} from '#server/test/scheduled-backups.ts';
import { findBackupState, findBackupStatus } from './backup-state.ts';
import { takeBackupInThread } from './take-in-thread.ts';

describe('a scheduled backup', () => {
  test('is written by a thread, readable only by its owner, verified, logged, and can be restored to every database', async () => {
    const { folder, portal } = await openScheduledPortal();
    await fillPortalWithGroups(portal);
    const { files, rows } = await readDataLocation(await getPortalDataLocation(portal));
    expect(await runBackup(portal, { take: takeBackupInThread })).toBe(true);
    const path = join(folder, firstArchiveName);
    const { mode, size } = await stat(path);
    expect(mode & 0o777).toBe(0o600);
    const { last } = (await findBackupState(portal.db)) ?? {};
    expect(last).toEqual({
      name: firstArchiveName,
      folder: expect.any(String),
      takenAt: '2027-01-15T10:00:00.000Z',
      size,
      seconds: expect.any(Number),
    });
    const lines = portal.logged.filter((line) => line.includes('backup'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'the backup has started', archive: firstArchiveName }),
      expect.objectContaining({
        msg: 'the backup is complete and verified',
        archive: firstArchiveName,
        size,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        seconds: last?.seconds,
      }),
    ]);
    expect(existsSync(join(portal.folder, 'backup-check'))).toBe(false);
    for (const database of listDatabaseKinds(portal)) {
      const place = await createEmptyDataLocation(portal, database);
      await restoreBackup(place, path);
      const restored = await readDataLocation(place);
      expect(restored.files).toEqual(files);
      for (const table of ['groups', 'members', 'marks', 'documents', 'settings'])
        expect(restored.rows[table]).toEqual(rows[table]);
    }
  });

  test('removes expired archives of former hosts of this portal after two days, and none of other hosts', async () => {
    const { folder, portal } = await openScheduledPortal({ KEEP_BACKUPS: '2d' });
    const foreign = '127.0.0.1.example_2027-01-11T100000Z.backup';
    await writeFile(join(folder, foreign), '');
    expect(await runBackup(portal)).toBe(true);
    const listAfterDay = async (host: string) => {
      portal.wait(24 * hourMs);
      expect(await runBackupOnHost(portal, host)).toBe(true);
      return (await readdir(folder)).filter((name) => name !== foreign).toSorted();
    };
    const second = 'second.example_2027-01-16T100000Z.backup';
    expect(await listAfterDay('second.example')).toEqual([firstArchiveName, second]);
    const third = 'third.example_2027-01-17T100000Z.backup';
    expect(await listAfterDay('third.example')).toEqual([firstArchiveName, second, third]);
    const fourth = 'third.example_2027-01-18T100000Z.backup';
    expect(await listAfterDay('third.example')).toEqual([third, fourth]);
    const again = '127.0.0.1_2027-01-19T100000Z.backup';
    expect(await listAfterDay('127.0.0.1')).toEqual([again, third, fourth]);
    const last = '127.0.0.1_2027-01-20T100000Z.backup';
    expect(await listAfterDay('127.0.0.1')).toEqual([again, last]);
    expect(await readdir(folder)).toContain(foreign);
  });

  test('removes no archives of a former host that another portal uses now, for example because this portal is a copy of it', async () => {
    const { folder, portal } = await openScheduledPortal({ KEEP_BACKUPS: '1d' });
    const toName = (host: string, day: number) => `${host}_2027-01-${day}T100000Z.backup`;
    await writeFile(join(folder, toName('127.0.0.1', 14)), '');
    const untouched = [firstArchiveName, toName('127.0.0.1', 16)];
    expect(await runBackup(portal)).toBe(true);
    await writeFile(join(folder, toName('127.0.0.1', 16)), '');
    for (const day of [16, 17, 18, 19]) {
      portal.wait(24 * hourMs);
      expect(await runBackupOnHost(portal, 'copy.example')).toBe(true);
      expect((await readdir(folder)).toSorted()).toEqual([
        ...untouched,
        toName('copy.example', day),
      ]);
    }
  });

  test('is complete apart from a missing file, which is logged', async () => {
    const { folder, portal } = await openScheduledPortal();
    await fillPortalWithGroups(portal);
    const [name = ''] = await readdir(join(portal.folder, 'files/kept'));
    await rm(join(portal.folder, 'files/kept', name));
    expect(await runBackup(portal)).toBe(true);
    expect(await readdir(folder)).toEqual([firstArchiveName]);
    expect(portal.logged.at(-1)).toContain(`"damaged":["${name}"]`);
  });
});

test('an admin learns of an overdue backup from the desk and the Attention page, until a backup succeeds', async () => {
  const { folder, portal } = await openScheduledPortal();
  const readNotices = async () => {
    const admin = await portal.logInAs(portal.adminId);
    const { items } = await admin.call(findDesk);
    return {
      desk: items.find(({ id }) => id === 'backup')?.text,
      attention: (await admin.call(findAttention)).overdueBackup,
    };
  };
  const none = { desk: undefined, attention: null };
  expect(await readNotices()).toEqual(none);
  expect(await runBackup(portal)).toBe(true);
  await rename(folder, `${folder}-unmounted`);
  portal.wait(48 * hourMs);
  expect(await readNotices()).toEqual(none);
  portal.wait(1000);
  expect(await runBackup(portal)).toBe(false);
  expect(await readNotices()).toEqual({
    desk: 'No backup has succeeded since 15 January 2027, 15:00.',
    attention: {
      since: '2027-01-15T10:00:00.000Z',
      failure: `There is no folder ${folder}: create it, or mount its disk.`,
    },
  });
  const withoutSchedule = { ...portal.config, backups: undefined };
  expect(await findBackupStatus(portal.db, withoutSchedule, portal.clock())).toBeUndefined();
  await rename(`${folder}-unmounted`, folder);
  portal.wait(2 * hourMs);
  expect(await runBackup(portal)).toBe(true);
  expect(await readNotices()).toEqual(none);
});
