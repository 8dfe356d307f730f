import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPortal } from '#server/test/portal.ts';
import {
  buildProcessServices,
  firstArchiveName,
  hourMs,
  openScheduledPortal,
  runBackup,
} from '#server/test/scheduled-backups.ts';
import { findBackupState } from './backup-state.ts';
import { startScheduledBackups } from './scheduled-backups.ts';
import type { BackupOrder } from './take-backup.ts';

describe('the schedule of backups', () => {
  test('is off without BACKUP_TO', async () => {
    const { portal, close } = await openPortal();
    onTestFinished(close);
    expect(await runBackup(portal)).toBe(false);
    expect(await findBackupState(portal.db)).toBeUndefined();
  });

  test('takes the first backup at once, later ones daily at BACKUP_AT, and one after a downtime', async () => {
    const { folder, portal } = await openScheduledPortal({
      BACKUP_AT: '02:00',
      KEEP_BACKUPS: '9d',
    });
    for (const [hours, isDue] of [
      [0, true],
      [0.1, false],
      [10.8, false],
      // 02:00 in Karachi is 21:00 in UTC.
      [0.1, true],
      [23.9, false],
      [0.1, true],
      [24 * 30, true],
      [0.1, false],
    ] as const) {
      portal.wait(hours * hourMs);
      expect(await runBackup(portal)).toBe(isDue);
    }
    expect((await readdir(folder)).toSorted()).toEqual([
      firstArchiveName,
      '127.0.0.1_2027-01-15T210000Z.backup',
      '127.0.0.1_2027-01-16T210000Z.backup',
      '127.0.0.1_2027-02-15T210000Z.backup',
    ]);
  });

  test('continues after the clock was wrong by more than a day', async () => {
    const { portal } = await openScheduledPortal();
    portal.wait(365 * 24 * hourMs);
    expect(await runBackup(portal)).toBe(true);
    portal.wait(-365 * 24 * hourMs);
    expect(await runBackup(portal)).toBe(true);
    expect(await runBackup(portal)).toBe(false);
  });

  test('takes one backup if several processes check at the same moment', async () => {
    const { folder, portal } = await openScheduledPortal();
    const runs = await Promise.all([1, 2, 3].map((process) => runBackup(portal, { process })));
    expect(runs.filter(Boolean)).toHaveLength(1);
    for (const process of [1, 2, 3]) {
      portal.wait(61_000);
      expect(await runBackup(portal, { process })).toBe(false);
    }
    expect(await readdir(folder)).toEqual([firstArchiveName]);
  });

  test('removes what a crashed process has left, and no other files, and repeats the backup', async () => {
    const { folder, portal } = await openScheduledPortal();
    const foreign = [
      'notes.partial',
      'test.example_2027-01-14T100000Z.backup.partial',
      'portal-2027-01-14.backup',
    ];
    for (const name of foreign) await writeFile(join(folder, name), '');
    const { promise: crashed, resolve: crash } = Promise.withResolvers<void>();
    const crashing = async ({ archive }: BackupOrder) => {
      await writeFile(join(folder, archive.name), 'not verified yet');
      await writeFile(join(folder, '127.0.0.1_2027-01-14T100000Z.backup.partial'), '');
      await mkdir(join(portal.folder, 'backup-check'));
      crash();
      return new Promise<never>(() => {});
    };
    void runBackup(portal, { process: 1, take: crashing });
    await crashed;
    expect(await runBackup(portal, { process: 2 })).toBe(false);
    portal.wait(61_000);
    expect(await runBackup(portal, { process: 2 })).toBe(true);
    const name = '127.0.0.1_2027-01-15T100101Z.backup';
    expect((await readdir(folder)).toSorted()).toEqual([name, ...foreign].toSorted());
    expect(existsSync(join(portal.folder, 'backup-check'))).toBe(false);
  });

  test('starts a due backup within a minute, and cancels it when the portal stops, so that another process repeats it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { folder, portal } = await openScheduledPortal();
    const backups = startScheduledBackups(await buildProcessServices(portal, 1));
    vi.advanceTimersByTime(60_000);
    await backups.stop();
    const started = portal.logged.filter((line) => line.includes('the backup has started'));
    expect(started).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
    expect(await runBackup(portal, { process: 2 })).toBe(true);
    expect(await findBackupState(portal.db)).toMatchObject({ failures: 0 });
  });
});
