import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Db } from '#server/db/tables.ts';
import { damageOf } from '#server/storage/check-file.ts';
import {
  keptIn,
  openDiskStore,
  syncFolder,
  unfinishedRestore,
  writeAll,
} from '#server/storage/disk.ts';
import { type FileLine, Refused, type Totals } from './archive-format.ts';
import type { Follower } from './progress.ts';
import { readThrough, type Verified } from './read-through.ts';

const flushesAtOnce = 8;

/** After this a power cut does not lose the files. */
export async function unpack(path: string, aside: string, follower: Follower): Promise<Verified> {
  await openDiskStore(aside);
  const kept = keptIn(aside);
  const flushing = new Set<Promise<void>>();
  const verified = await readThrough(path, 'Verifying', follower, async ({ file }, content) => {
    const { flushed } = await writeFlushing(join(kept, file), content);
    flushing.add(flushed);
    flushed.then(
      () => flushing.delete(flushed),
      () => {},
    );
    if (flushing.size >= flushesAtOnce) await Promise.race(flushing);
  });
  await Promise.all(flushing);
  await syncFolder(kept);
  // Until the rows are there too, this says that nothing refers to these files.
  await writeFile(join(aside, unfinishedRestore), '', { flush: true });
  await syncFolder(aside);
  return verified;
}

/** Returns how its flush ends, so that the next file is written while the disk is busy. */
async function writeFlushing(path: string, content: AsyncIterable<Buffer>) {
  const file = await open(path, 'wx', 0o600);
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const piece of content) {
      await writing;
      writing = writeAll(file, piece);
      // Thrown when it is awaited; without this a rejection before that would end the process.
      writing.catch(() => {});
    }
    await writing;
  } catch (error) {
    await writing.catch(() => {});
    await file.close();
    throw error;
  }
  return { flushed: file.sync().finally(() => file.close()) };
}

/** Throws unless all of the archive's files are there then. */
export async function takePlace(
  aside: string,
  folder: string,
  files: readonly FileLine[],
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rename(aside, folder);
  await syncFolder(dirname(folder));
  // Another restore at work on the same folder may have taken some away.
  for (const { file, size } of files) {
    const found = await stat(join(keptIn(folder), file));
    if (found.size !== size) throw new Refused(`The file ${file} was altered.`);
  }
}

/** For rows that are there already: restores each missing or altered file, and returns how many. */
export async function finishFiles(
  db: Db,
  path: string,
  folder: string,
  follower: Follower,
): Promise<{ totals: Totals; putBack: number }> {
  const store = await openDiskStore(folder);
  let putBack = 0;
  const { totals } = await readThrough(path, 'Finishing', follower, async (line, content) => {
    const { file, size, sha256 } = line;
    const row = await db
      .selectFrom('documents')
      .select(['id', 'size', 'sha256'])
      .where('id', '=', file)
      .executeTakeFirst();
    if (row?.sha256 !== sha256) throw new Refused(`The database has no document ${file}.`);
    if (!(await damageOf(store, row))) return;
    const received = await store.receive(Readable.from(content), size);
    if (!received) throw new Refused(`The file ${file} was altered.`);
    await store.keep(received, file);
    putBack += 1;
  });
  return { totals, putBack };
}
