import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { findDesk } from '#contract/desk.ts';
import { backUp } from '#server/backup/back-up.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { failWritesTo } from '#server/test/faults/break-writes.ts';
import {
  createEmptyDataLocation,
  fillPortalWithGroups,
  getPortalDataLocation,
  listDatabaseKinds,
  readDataLocation,
} from '#server/test/places.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import { buildS3Environment, startS3Server } from '#server/test/stores.ts';
import { fastTempFolder } from '#tools/test/quick-folder.ts';
import { findBackupState, findBackupStatus } from './backup-state.ts';
import { explainBackupFailure } from './explain-failure.ts';
import { openFolderDestination } from './folder-destination.ts';
import { runBackupIfDue, startScheduledBackups } from './scheduled-backups.ts';
import { type BackupOrder, takeBackup } from './take-backup.ts';
import { takeBackupInThread } from './take-in-thread.ts';

const hourMs = 3_600_000;
const firstName = '127.0.0.1_2027-01-15T100000Z.backup';

async function openScheduledPortal(env: Record<string, string> = {}) {
  const folder = await mkdtemp(join(fastTempFolder, 'backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { portal, close } = await openPortal({ BACKUP_TO: folder, LOG_LEVEL: 'info', ...env });
  onTestFinished(close);
  return { folder, portal };
}

const takeHere = (order: BackupOrder, signal: AbortSignal) => takeBackup(order, { signal });

/** Returns the services of one of several processes. */
async function toServices(portal: Portal, process: number) {
  const { databaseUrl } = await getPortalDataLocation(portal);
  const processId = `00000000-0000-4000-8000-00000000000${process}`;
  return { ...portal, config: { ...portal.config, databaseUrl, processId } };
}

/** Runs the scheduled backup if it is due. The backup runs in the main thread by default, because that is faster. */
const run = async (portal: Portal, { process = 1, take = takeHere } = {}) =>
  runBackupIfDue(await toServices(portal, process), new AbortController().signal, take);

describe('the schedule of backups', () => {
  test('is off without BACKUP_TO', async () => {
    const { portal, close } = await openPortal();
    onTestFinished(close);
    expect(await run(portal)).toBe(false);
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
      expect(await run(portal)).toBe(isDue);
    }
    expect((await readdir(folder)).toSorted()).toEqual([
      firstName,
      '127.0.0.1_2027-01-15T210000Z.backup',
      '127.0.0.1_2027-01-16T210000Z.backup',
      '127.0.0.1_2027-02-15T210000Z.backup',
    ]);
  });

  test('continues after the clock was wrong by more than a day', async () => {
    const { portal } = await openScheduledPortal();
    portal.wait(365 * 24 * hourMs);
    expect(await run(portal)).toBe(true);
    portal.wait(-365 * 24 * hourMs);
    expect(await run(portal)).toBe(true);
    expect(await run(portal)).toBe(false);
  });

  test('takes one backup if several processes check at the same moment', async () => {
    const { folder, portal } = await openScheduledPortal();
    const runs = await Promise.all([1, 2, 3].map((process) => run(portal, { process })));
    expect(runs.filter(Boolean)).toHaveLength(1);
    for (const process of [1, 2, 3]) {
      portal.wait(61_000);
      expect(await run(portal, { process })).toBe(false);
    }
    expect(await readdir(folder)).toEqual([firstName]);
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
    void run(portal, { process: 1, take: crashing });
    await crashed;
    expect(await run(portal, { process: 2 })).toBe(false);
    portal.wait(61_000);
    expect(await run(portal, { process: 2 })).toBe(true);
    const name = '127.0.0.1_2027-01-15T100101Z.backup';
    expect((await readdir(folder)).toSorted()).toEqual([name, ...foreign].toSorted());
    expect(existsSync(join(portal.folder, 'backup-check'))).toBe(false);
  });

  test('starts a due backup within a minute, and cancels it when the portal stops, so that another process repeats it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { folder, portal } = await openScheduledPortal();
    const backups = startScheduledBackups(await toServices(portal, 1));
    vi.advanceTimersByTime(60_000);
    await backups.stop();
    const started = portal.logged.filter((line) => line.includes('the backup has started'));
    expect(started).toHaveLength(1);
    expect(await readdir(folder)).toEqual([]);
    expect(await run(portal, { process: 2 })).toBe(true);
    expect(await findBackupState(portal.db)).toMatchObject({ failures: 0 });
  });
});

describe('a scheduled backup', () => {
  test('is written by a thread, readable only by its owner, verified, logged, and can be restored to every database', async () => {
    const { folder, portal } = await openScheduledPortal();
    await fillPortalWithGroups(portal);
    const { files, rows } = await readDataLocation(await getPortalDataLocation(portal));
    expect(await run(portal, { take: takeBackupInThread })).toBe(true);
    const path = join(folder, firstName);
    const { mode, size } = await stat(path);
    expect(mode & 0o777).toBe(0o600);
    const { last } = (await findBackupState(portal.db)) ?? {};
    expect(last).toEqual({
      name: firstName,
      takenAt: '2027-01-15T10:00:00.000Z',
      size,
      seconds: expect.any(Number),
    });
    const lines = portal.logged.filter((line) => line.includes('backup'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'the backup has started', archive: firstName }),
      expect.objectContaining({
        msg: 'the backup is complete and verified',
        archive: firstName,
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

  test('removes expired archives of this portal, and no other files', async () => {
    const { folder, portal } = await openScheduledPortal({ KEEP_BACKUPS: '2d' });
    const toName = (host: string, day: number) => `${host}_2027-01-${day}T100000Z.backup`;
    const foreign = [toName('test.example', 11), 'portal-2027-01-11.backup', 'notes.txt'];
    const old = [11, 12, 13].map((day) => toName('127.0.0.1', day));
    for (const name of [...foreign, ...old]) await writeFile(join(folder, name), '');
    expect(await run(portal)).toBe(true);
    expect((await readdir(folder)).toSorted()).toEqual(
      [...foreign, toName('127.0.0.1', 13), firstName].toSorted(),
    );
  });

  test('is complete apart from a missing file, which is logged', async () => {
    const { folder, portal } = await openScheduledPortal();
    await fillPortalWithGroups(portal);
    const [name = ''] = await readdir(join(portal.folder, 'files/kept'));
    await rm(join(portal.folder, 'files/kept', name));
    expect(await run(portal)).toBe(true);
    expect(await readdir(folder)).toEqual([firstName]);
    expect(portal.logged.at(-1)).toContain(`"damaged":["${name}"]`);
  });
});

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
      expect(await run(portal)).toBe(false);
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
      expect(await run(portal)).toBe(false);
      portal.wait(0.2 * hourMs);
      expect(await run(portal, { process: 2 })).toBe(true);
      expect(await findBackupState(portal.db)).toMatchObject({ failures: 0, reason: null });
      expect(await readdir(folder)).toEqual(['127.0.0.1_2027-01-15T110600Z.backup']);
    },
  );

  test('leaves no file if the disk of BACKUP_TO becomes full while the archive is written', async () => {
    const { folder, portal } = await openScheduledPortal();
    await symlink('/dev/full', join(folder, `${firstName}.partial`));
    const { target } = await openFolderDestination(folder, portal.config);
    const error = await backUp(portal, target(firstName, 0)).catch((reason: unknown) => reason);
    expect(await readdir(folder)).toEqual([]);
    expect(explainBackupFailure(error)).toBe(
      'The disk of BACKUP_TO is full: free space or lower KEEP_BACKUPS.',
    );
  });

  test('in the thread is reported with the reason', async () => {
    const { folder, portal } = await openScheduledPortal();
    await rm(folder, { recursive: true });
    expect(await run(portal, { take: takeBackupInThread })).toBe(false);
    const state = await findBackupState(portal.db);
    expect(state?.reason).toBe(`There is no folder ${folder}: create it, or mount its disk.`);
  });
});

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
    expect(await run(portal, { take: takeBackupInThread })).toBe(true);
    expect(server.keysIn('')).toEqual([firstName, 'kept/127.0.0.1_x', 'other.backup']);
    expect(server.uploads.size).toBe(0);
    expect(server.log.filter((line) => line.startsWith(`PUT ${firstName}`)).length).toBe(3);
    const path = join(portal.folder, 'copy.backup');
    await writeFile(path, server.objects.get(firstName)?.content ?? '');
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
      if (!request.startsWith(`GET ${firstName}`)) return undefined;
      if (fault !== 'alter') return fault;
      const { content } = server.objects.get(firstName) ?? { content: Buffer.alloc(0) };
      content[content.length - 100] = (content[content.length - 100] ?? 0) ^ 1;
      return undefined;
    };
    expect(await run(portal)).toBe(false);
    expect(server.keysIn('')).toEqual([old]);
    expect(await findBackupState(portal.db)).toMatchObject({ last: null, failures: 1 });
  });

  test('fails and says what to check if the bucket is unreachable', async () => {
    const { server, portal } = await openPortalWithBucket();
    server.disturb = () => 'no bucket';
    expect(await run(portal, { take: takeBackupInThread })).toBe(false);
    const state = await findBackupState(portal.db);
    expect(state?.reason).toContain('Check BACKUP_TO, FILES_URL and the credentials.');
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
  expect(await run(portal)).toBe(true);
  await rename(folder, `${folder}-unmounted`);
  portal.wait(48 * hourMs);
  expect(await readNotices()).toEqual(none);
  portal.wait(1000);
  expect(await run(portal)).toBe(false);
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
  expect(await run(portal)).toBe(true);
  expect(await readNotices()).toEqual(none);
});

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
