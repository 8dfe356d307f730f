import { join } from 'node:path';
import { backUp } from '#server/backup/back-up.ts';
import { openDatabase } from '#server/backup/places.ts';
import type { ProgressOptions } from '#server/backup/progress.ts';
import type { BackupSchedule, Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import { openFileStore } from '#server/storage/open-files.ts';
import {
  getArchivePrefix,
  parseArchiveName,
  type ScheduledArchive,
  toArchivePrefix,
} from './archive-name.ts';
import type { BackupDestination } from './destination.ts';
import { openDestination } from './open-destination.ts';
import { listExpiredArchives } from './retention.ts';
import { verifyBackup } from './verify-backup.ts';

export type BackupOrder = {
  config: Config;
  schedule: BackupSchedule;
  archive: ScheduledArchive;
  /** The last archive of each former host of this portal whose archives may be removed. */
  former: readonly ScheduledArchive[];
  /** Name of an archive that an interrupted backup may have left without verifying it. */
  unverified: string | undefined;
};

export type TakenBackup = Omit<Awaited<ReturnType<typeof backUp>>, 'bytes'> & {
  expired: readonly string[];
  /** Why expired archives could not be removed. */
  removalError: string | undefined;
};

/** Writes and verifies an archive, and then removes expired archives. A failed backup leaves no archive. */
export async function takeBackup(
  { unverified, ...order }: BackupOrder,
  progress: ProgressOptions = {},
): Promise<TakenBackup> {
  const { config, schedule, archive } = order;
  const startedAt = performance.now();
  const clock = () => new Date(archive.takenAt.getTime() + performance.now() - startedAt);
  const prefix = getArchivePrefix(config);
  const destination = await openDestination(schedule.to, config);
  await destination.removeUnfinished(prefix);
  if (unverified !== undefined) await destination.remove(unverified);
  const db = openDatabase(config);
  try {
    const taken = await writeAndVerify(db, destination, { config, archive, clock }, progress).catch(
      async (error) => {
        await destination.remove(archive.name).catch(() => {});
        throw error;
      },
    );
    return { ...taken, ...(await removeExpired(destination, order)) };
  } finally {
    await db.destroy();
  }
}

async function writeAndVerify(
  db: Db,
  destination: BackupDestination,
  { config, archive, clock }: Pick<BackupOrder, 'config' | 'archive'> & { clock: () => Date },
  progress: ProgressOptions,
) {
  const files = await openFileStore(config.files);
  const { fileBytes } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.sum('size').as('fileBytes'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const target = destination.target(archive.name, Number(fileBytes));
  const { bytes: _, ...taken } = await backUp({ db, files, clock }, target, progress);
  const source = destination.source(archive.name, taken.size);
  await verifyBackup(source, join(config.dataDir, 'backup-check'), progress);
  return taken;
}

async function listArchives(
  destination: BackupDestination,
  prefix: string,
): Promise<ScheduledArchive[]> {
  const archives: ScheduledArchive[] = [];
  for await (const name of destination.list(prefix)) {
    const parsed = parseArchiveName(prefix, name);
    if (parsed) archives.push(parsed);
  }
  return archives;
}

/** Never throws, because the new archive is valid even if old ones cannot be removed. */
async function removeExpired(
  destination: BackupDestination,
  { config, schedule, archive, former }: Omit<BackupOrder, 'unverified'>,
): Promise<Pick<TakenBackup, 'expired' | 'removalError'>> {
  const removed: string[] = [];
  try {
    const archives = await listArchives(destination, getArchivePrefix(config));
    for (const last of former) {
      const old = await listArchives(destination, toArchivePrefix(last.name));
      // A newer archive shows that another portal uses this host now.
      if (old.every(({ takenAt }) => takenAt <= last.takenAt)) archives.push(...old);
    }
    const expired = listExpiredArchives(archives, archive, schedule.retention, config.timeZone);
    for (const { name } of expired) {
      await destination.remove(name);
      removed.push(name);
    }
    return { expired: removed, removalError: undefined };
  } catch (error) {
    return { expired: removed, removalError: (error as Error).message };
  }
}
