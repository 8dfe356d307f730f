import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Db } from '#server/db/tables.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import {
  flushToDisk,
  getStoredFilesFolder,
  openDiskStore,
  unfinishedRestoreFile,
  writeWholeChunk,
} from '#server/storage/disk.ts';
import type { ArchiveSource } from './archive-file.ts';
import { BackupError, type FileLine } from './archive-format.ts';
import type { ProgressOptions } from './progress.ts';
import { type VerifiedArchive, verifyArchive } from './verify-archive.ts';

const maxFlushes = 8;

/** Verifies an archive, writes its files to the staging folder `aside`, and syncs them to disk. */
export async function unpackFiles(
  archive: ArchiveSource,
  aside: string,
  progress: ProgressOptions,
): Promise<VerifiedArchive> {
  await openDiskStore(aside);
  const filesFolder = getStoredFilesFolder(aside);
  const flushing = new Set<Promise<void>>();
  const verified = await verifyArchive(
    archive,
    'Verifying',
    progress,
    async ({ file }, content) => {
      const { flushed } = await writeFileAndFlush(join(filesFolder, file), content);
      flushing.add(flushed);
      flushed.then(
        () => flushing.delete(flushed),
        () => {},
      );
      if (flushing.size >= maxFlushes) await Promise.race(flushing);
    },
  );
  await Promise.all(flushing);
  await flushToDisk(filesFolder);
  // Mark the folder as unfinished, because no committed row refers to its files yet.
  await writeFile(join(aside, unfinishedRestoreFile), '', { flush: true });
  await flushToDisk(aside);
  return verified;
}

/** Writes a file and starts syncing it to disk. `flushed` resolves when the sync completes. */
async function writeFileAndFlush(path: string, content: AsyncIterable<Buffer>) {
  const file = await open(path, 'wx', 0o600);
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const piece of content) {
      await writing;
      writing = writeWholeChunk(file, piece);
      // Prevent an unhandled rejection: the error is thrown later, where the promise is awaited.
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

/** Replaces `folder` with the staging folder `aside`. Then throws if any of `files` is missing or has another size. */
export async function replaceFilesFolder(
  aside: string,
  folder: string,
  files: readonly FileLine[],
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rename(aside, folder);
  await flushToDisk(dirname(folder));
  // A concurrent restore into the same folder may have removed some of the files.
  for (const { file, size } of files) {
    const stats = await stat(join(getStoredFilesFolder(folder), file));
    if (stats.size !== size) throw new BackupError(`The file ${file} was altered.`);
  }
}

/** Restores missing and altered files that committed rows refer to. `putBack` is the number of restored files. */
export async function restoreMissingFiles(
  db: Db,
  archive: ArchiveSource,
  folder: string,
  progress: ProgressOptions,
): Promise<Omit<VerifiedArchive, 'files'> & { putBack: number }> {
  const store = await openDiskStore(folder);
  let putBack = 0;
  const { totals, damaged } = await verifyArchive(
    archive,
    'Finishing',
    progress,
    async (line, content) => {
      const { file, size, sha256 } = line;
      const row = await db
        .selectFrom('documents')
        .select(['id', 'size', 'sha256', 'removed_at'])
        .where('id', '=', file)
        .executeTakeFirst();
      if (row?.sha256 !== sha256) throw new BackupError(`The database has no document ${file}.`);
      if (row.removed_at !== null || !(await findFileDamage(store, row))) return;
      const received = await store.receive(Readable.from(content), size);
      if (!received) throw new BackupError(`The file ${file} was altered.`);
      await store.keep(received, file);
      putBack += 1;
    },
  );
  return { totals, damaged, putBack };
}
