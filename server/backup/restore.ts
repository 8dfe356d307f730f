import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unfinishedRestoreFile } from '#server/storage/disk.ts';
import { type ArchiveSource, toFileSource } from './archive-file.ts';
import { type ArchiveHeader, type ArchiveTotals, BackupError } from './archive-format.ts';
import { acquireRestoreLock, findRestoreTargetState, recordRestore } from './place-state.ts';
import {
  type DataLocation,
  getFilesFolder,
  getSqliteFile,
  hasDatabase,
  withDatabase,
} from './places.ts';
import type { ProgressOptions } from './progress.ts';
import { readArchiveHeader } from './read-archive.ts';
import { replaceFilesFolder, restoreMissingFiles, unpackFiles } from './restore-files.ts';
import { migrateToArchiveVersion, requireKnownMigration, restoreRows } from './restore-rows.ts';

type Options = ProgressOptions & {
  /** How long to poll the database for the outcome if the connection was lost during the commit. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 2 * 60_000;

/** How long to wait for PostgreSQL to detect that an earlier restore was killed, and release its lock. */
const shortWaitMs = 3000;

/**
 * Restores an archive into an empty database and folder, or finishes an interrupted restore. Throws `BackupError`, or
 * the abort signal's reason if cancelled, and then removes the restored files unless the commit may have succeeded.
 */
export async function restoreBackup(
  place: DataLocation,
  path: string,
  { timeoutMs = defaultTimeoutMs, ...progress }: Options = {},
): Promise<ArchiveTotals & { damaged: readonly string[]; putBack?: number }> {
  const archive = toFileSource(path);
  const header = await readArchiveHeader(archive);
  requireKnownMigration(header);
  const folder = getFilesFolder(place);
  const aside = `${folder}.restoring`;
  const state = hasDatabase(place)
    ? await findRestoreTargetState(place, header, shortWaitMs)
    : 'empty';
  if (state === 'restored') {
    const { totals, damaged, putBack } = await withDatabase(place, (db) =>
      restoreMissingFiles(db, archive, folder, progress),
    );
    await rm(aside, { recursive: true, force: true });
    return { ...totals, damaged, putBack };
  }
  if (state !== 'empty') {
    throw new BackupError(
      'There is a portal in this database already: restore into an empty place.',
    );
  }
  await requireNoFiles(folder);
  await rm(aside, { recursive: true, force: true });
  const restored = await restoreAll({ place, archive, header, folder, aside }, progress, timeoutMs);
  // Ignore an error: if the marker file cannot be deleted now, the portal deletes it when it starts.
  await rm(join(folder, unfinishedRestoreFile), { force: true }).catch(() => {});
  return restored;
}

type Work = {
  place: DataLocation;
  archive: ArchiveSource;
  header: ArchiveHeader;
  folder: string;
  aside: string;
};

async function restoreAll(
  work: Work,
  progress: ProgressOptions,
  timeoutMs: number,
): Promise<ArchiveTotals & { damaged: readonly string[] }> {
  const { place, archive, header, folder, aside } = work;
  const hadDatabase = hasDatabase(place);
  let mayBeCommitted = false;
  const cleanUp = async () => {
    await rm(aside, { recursive: true, force: true });
    if (mayBeCommitted) await rm(folder, { recursive: true, force: true });
    if (!hadDatabase) await removeSqlite(place);
  };
  try {
    const { totals, files, damaged } = await unpackFiles(archive, aside, progress);
    const commit = withDatabase(place, (db) =>
      db.transaction().execute(async (trx) => {
        await acquireRestoreLock(trx);
        await migrateToArchiveVersion(trx, header);
        await restoreRows(trx, archive, totals, progress);
        await recordRestore(trx, basename(archive.name), header);
        mayBeCommitted = true;
        await replaceFilesFolder(aside, folder, files);
      }),
    );
    await commit.catch(async (error) => {
      if (!mayBeCommitted || !(await isCommitted(place, header, timeoutMs))) throw error;
    });
    return { ...totals, damaged };
  } catch (error) {
    if (!(error instanceof CommitInDoubt)) await cleanUp();
    throw error;
  }
}

/** Thrown if the commit may have succeeded. The restored files are kept, because committed rows may refer to them. */
class CommitInDoubt extends BackupError {}

/** Returns true if the transaction was committed although the reply was lost. Throws if the outcome remains unknown. */
async function isCommitted(
  place: DataLocation,
  header: ArchiveHeader,
  timeoutMs: number,
): Promise<boolean> {
  const state = await findRestoreTargetState(place, header, timeoutMs).catch((error) => {
    throw new CommitInDoubt(
      `The connection to the database was lost during the commit, and the database does not respond (${error.message}). Nothing was removed. Run this command again when the database responds: it finishes the restore.`,
    );
  });
  if (state === 'another portal') {
    throw new CommitInDoubt(
      'Another portal has used this database meanwhile. Nothing was removed.',
    );
  }
  return state !== 'empty';
}

async function removeSqlite(place: DataLocation) {
  const file = getSqliteFile(place);
  for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
}

async function requireNoFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  // The marker file means that a restore was killed before its commit, so no row refers to the files in the folder.
  if (entries.some(({ name }) => name === unfinishedRestoreFile)) return;
  if (!entries.some((entry) => !entry.isDirectory())) return;
  throw new BackupError(`There are files in ${folder} already: restore into an empty place.`);
}
