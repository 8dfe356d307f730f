import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  access,
  constants,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  statfs,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStore, ReceivedUpload } from './file-store.ts';

/** File that marks an unfinished restore, whose files have no database rows yet. `openDiskStore` deletes this file. */
export const unfinishedRestoreFile = 'unfinished-restore';

export const getStoredFilesFolder = (folder: string) => join(folder, 'kept');

/** Opens a file store in a folder, with `incoming/` for uploads and `kept/` for stored files. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  const keptFolder = getStoredFilesFolder(folder);
  await createFolder(incoming);
  await createFolder(keptFolder);
  await rm(join(folder, unfinishedRestoreFile), { force: true });

  return {
    receive: (stream, limit, requireSpace) => receive(incoming, stream, limit, requireSpace),
    openReceived: (received, range) => createReadStream(received.path, range ?? {}),
    async keep(received, key) {
      await flushToDisk(received.path);
      await rename(received.path, join(keptFolder, key));
      await flushToDisk(keptFolder);
    },
    discard: (received) => rm(received.path, { force: true }),
    remove: (key) => rm(join(keptFolder, key), { force: true }),
    async sizeOf(key) {
      try {
        return (await stat(join(keptFolder, key))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    open: (key, range) => createReadStream(join(keptFolder, key), range ?? {}),
    addressOf: async () => undefined,
    pieces: (key) => readPieces(join(keptFolder, key)),
    check: () => access(keptFolder, constants.W_OK),
    async space() {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { free: bavail * bsize, size: blocks * bsize };
    },
    async *list() {
      for await (const { name } of await opendir(keptFolder)) {
        // Use the inode's change time as the time of storage, because a restored file keeps its old modification time.
        const stats = await stat(join(keptFolder, name)).catch(() => undefined);
        if (stats?.isFile()) yield { key: name, since: stats.ctime };
      }
    },
    removeLeftovers: (moment) => removeLeftovers(incoming, moment),
  };
}

/** Number of bytes after which `receive` checks the free space again. */
const spaceCheckBytes = 4 * 1024 * 1024;

async function receive(
  incoming: string,
  stream: Readable,
  limit: number,
  requireSpace?: () => Promise<void>,
): Promise<ReceivedUpload | undefined> {
  const path = join(incoming, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  let checkedAt = 0;
  let isWhole = false;
  const handle = await open(path, 'wx', 0o600);
  try {
    // Do not destroy the stream when the loop ends early, because the rest of the multipart form must still be read.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) return undefined;
      if (size - checkedAt >= spaceCheckBytes) {
        checkedAt = size;
        await requireSpace?.();
      }
      hash.update(chunk);
      await writeWholeChunk(handle, chunk);
    }
    isWhole = true;
    return { path, size, sha256: hash.digest('hex') };
  } finally {
    // Await `close`, because some file systems report a full disk only when the file is closed.
    await handle.close().finally(() => (isWhole ? undefined : rm(path, { force: true })));
  }
}

/** Chunk size for reads. Each read has a fixed overhead, so smaller chunks would be slower. */
export const chunkSizeBytes = 1024 * 1024;

/** Yields a file in chunks, and reads one chunk ahead. A chunk is valid only until the next chunk is requested. */
async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  let piece = Buffer.allocUnsafe(chunkSizeBytes);
  let nextPiece = Buffer.allocUnsafe(chunkSizeBytes);
  let reading = file.read(piece);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      reading = file.read(nextPiece);
      // Prevent an unhandled rejection: `await reading` throws the error in the next iteration.
      reading.catch(() => {});
      yield piece.subarray(0, bytesRead);
      [piece, nextPiece] = [nextPiece, piece];
    }
  } finally {
    await reading.catch(() => {});
    await file.close();
  }
}

/** Writes the whole chunk, because a single write may be partial, for example on a nearly full disk. */
export async function writeWholeChunk(handle: FileHandle, chunk: Buffer) {
  for (let done = 0; done < chunk.length; ) {
    done += (await handle.write(chunk, done)).bytesWritten;
  }
}

async function removeLeftovers(incoming: string, moment: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    // Another process may have removed the file.
    const stats = await stat(path).catch(() => undefined);
    if (!stats || stats.mtime >= moment) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Creates a folder and its missing parents, and syncs their directory entries to disk. */
export async function createFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true });
  for (let made = folder; first && made.length >= first.length; made = dirname(made)) {
    await flushToDisk(dirname(made));
  }
}

/**
 * Syncs a file or a folder to disk, so that a power failure loses neither its bytes nor, in a folder, a file just created in
 * it or moved into it.
 */
export async function flushToDisk(path: string) {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
