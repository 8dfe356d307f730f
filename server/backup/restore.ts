import { readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { unfinishedRestore } from '#server/storage/disk.ts';
import { type Header, Refused, type Totals } from './archive-format.ts';
import { filesFolderOf, hasDatabase, type Place, sqliteFileOf, withDatabase } from './places.ts';
import type { Follower } from './progress.ts';
import { headerOf } from './read-archive.ts';
import { finishFiles, takePlace, unpack } from './restore-files.ts';
import { migrateTo, requireKnown, writeRows } from './restore-rows.ts';
import { lockRestore, recordRestore, standingOf } from './unfinished.ts';

type Options = Follower & {
  /** For how long a database that broke off at the commit is asked whether it was done. */
  timeoutMs?: number;
};

/** Far longer than a database takes to restart, or to notice a lost connection. */
const defaultTimeoutMs = 2 * 60_000;

/** PostgreSQL may take this long to notice that a restore before this one was killed. */
const aMomentMs = 3000;

/**
 * Restores into an empty place, or finishes an earlier restore. Read twice: all is verified while files go to a folder
 * aside, then rows are written in one transaction, right before whose commit the folder takes its place. Throws
 * `Refused` or the follower's reason, and leaves the place as it was.
 */
export async function restore(
  place: Place,
  path: string,
  { timeoutMs = defaultTimeoutMs, ...follower }: Options = {},
): Promise<Totals & { putBack?: number }> {
  const header = await headerOf(path);
  requireKnown(header);
  const folder = filesFolderOf(place);
  // What a restore that was killed left aside.
  const aside = `${folder}.restoring`;
  const standing = hasDatabase(place) ? await standingOf(place, header, aMomentMs) : 'empty';
  if (standing === 'restored') {
    const { totals, putBack } = await withDatabase(place, (db) =>
      finishFiles(db, path, folder, follower),
    );
    await rm(aside, { recursive: true, force: true });
    return { ...totals, putBack };
  }
  if (standing !== 'empty') {
    throw new Refused('There is a portal in this database already: restore into an empty place.');
  }
  await requireNoFiles(folder);
  await rm(aside, { recursive: true, force: true });
  const totals = await bringIn({ place, path, header, folder, aside }, follower, timeoutMs);
  // The portal's start removes the mark as well.
  await rm(join(folder, unfinishedRestore), { force: true }).catch(() => {});
  return totals;
}

type Work = { place: Place; path: string; header: Header; folder: string; aside: string };

async function bringIn(work: Work, follower: Follower, timeoutMs: number): Promise<Totals> {
  const { place, path, header, folder, aside } = work;
  const hadDatabase = hasDatabase(place);
  let mayBeCommitted = false;
  const leaveNothing = async () => {
    await rm(aside, { recursive: true, force: true });
    if (mayBeCommitted) await rm(folder, { recursive: true, force: true });
    if (!hadDatabase) await removeSqlite(place);
  };
  try {
    const { totals, files } = await unpack(path, aside, follower);
    const commit = withDatabase(place, (db) =>
      db.transaction().execute(async (trx) => {
        await lockRestore(trx);
        await migrateTo(trx, header);
        await writeRows(trx, path, totals, follower);
        await recordRestore(trx, basename(path), header);
        mayBeCommitted = true;
        await takePlace(aside, folder, files);
      }),
    );
    await commit.catch(async (error) => {
      if (!mayBeCommitted || !(await isCommitted(place, header, timeoutMs))) throw error;
    });
    return totals;
  } catch (error) {
    if (!(error instanceof InDoubt)) await leaveNothing();
    throw error;
  }
}

/** Nothing may be removed: committed rows may name it. */
class InDoubt extends Refused {}

/** Whether a commit that failed or got no reply was done. Throws when that cannot be told. */
async function isCommitted(place: Place, header: Header, timeoutMs: number): Promise<boolean> {
  const standing = await standingOf(place, header, timeoutMs).catch((error) => {
    throw new InDoubt(
      `The database broke off at the commit and does not answer (${error.message}). Nothing was removed: run this again once it does, and it finishes what is there.`,
    );
  });
  if (standing === 'another portal') {
    throw new InDoubt('Another portal came into this database meanwhile. Nothing was removed.');
  }
  return standing !== 'empty';
}

async function removeSqlite(place: Place) {
  const file = sqliteFileOf(place);
  for (const ending of ['', '-wal', '-shm']) await rm(`${file}${ending}`, { force: true });
}

async function requireNoFiles(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  // A restore that was killed right before its commit: no row refers to these files.
  if (entries.some(({ name }) => name === unfinishedRestore)) return;
  if (!entries.some((entry) => !entry.isDirectory())) return;
  throw new Refused(`There are files in ${folder} already: restore into an empty place.`);
}
