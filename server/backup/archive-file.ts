import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { chunkSizeBytes, flushToDisk, writeWholeChunk } from '#server/storage/disk.ts';

/** Receives the bytes of an archive, which exists under its name only after `finish`. */
export type ArchiveSink = {
  /** The caller may reuse the buffer once the promise has resolved. */
  write(chunk: Buffer): Promise<void>;
  finish(): Promise<void>;
  /** Removes everything that was written. Does not throw. */
  abandon(): Promise<void>;
};

export type ArchiveTarget = { name: string; open(): Promise<ArchiveSink> };

/** `name` is the archive's path or URL for error messages. */
export type ArchiveSource = { name: string; size(): Promise<number>; open(): Readable };

/** Ending of an archive file that is being written. */
export const partialEnding = '.partial';

export const toFileTarget = (path: string): ArchiveTarget => ({
  name: basename(path),
  open: () => openFileSink(path),
});

export const toFileSource = (path: string): ArchiveSource => ({
  name: path,
  size: async () => (await stat(path)).size,
  open: () => createReadStream(path, { highWaterMark: chunkSizeBytes }),
});

async function openFileSink(path: string): Promise<ArchiveSink> {
  const partial = path + partialEnding;
  const file = await open(partial, 'w', 0o600);
  return {
    write: (chunk) => writeWholeChunk(file, chunk),
    async finish() {
      await file.sync();
      await file.close();
      await rename(partial, path);
      await flushToDisk(dirname(path));
    },
    async abandon() {
      await file.close().catch(() => {});
      await rm(partial, { force: true }).catch(() => {});
    },
  };
}
