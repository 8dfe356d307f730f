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

/** A file that has arrived whole but belongs to nothing yet. */
export type Received = { path: string; size: number; sha256: string };

/** Where files lie. Keys are the portal's own identifiers, never a user's file name. */
export type FileStore = {
  /**
   * Streams into a temporary file, counting and hashing on the way, until it ends or `limit` bytes are passed;
   * of a larger stream undefined is returned and the rest left for the caller to read away. Whatever fails leaves nothing behind.
   * `requireSpace` is asked again every few megabytes; what it throws ends it.
   */
  receive(
    stream: Readable,
    limit: number,
    requireSpace?: () => Promise<void>,
  ): Promise<Received | undefined>;
  /** Makes a received file permanent under `key`: after this a power cut does not lose it. */
  keep(received: Received, key: string): Promise<void>;
  discard(received: Received): Promise<void>;
  remove(key: string): Promise<void>;
  /** How many bytes are stored under `key`; undefined when nothing is. */
  sizeOf(key: string): Promise<number | undefined>;
  /** The content from byte `start` to byte `end`, both included. */
  open(key: string, range?: { start: number; end: number }): Readable;
  /** The content for who reads all of it: see `piecesOf`. */
  pieces(key: string): AsyncIterable<Buffer>;
  /** Throws when files cannot be written now. */
  check(): Promise<void>;
  /** Bytes that can still be written here, and that there are in all. */
  space(): Promise<{ free: number; size: number }>;
  /** What is kept, and since when by the file system's clock. */
  list(): AsyncIterable<{ key: string; since: Date }>;
  /** Removes what was half-received before `moment` and never will be whole; gives how many. */
  removeLeftovers(moment: Date): Promise<number>;
};

/** Bytes that an upload may write between two looks at the space that is left. */
const askEvery = 4 * 1024 * 1024;

const dayMs = 24 * 3_600_000;

/** Marks a folder that a restore has put in place until its rows are there too; who works with the folder, ends that. */
export const unfinishedRestore = 'unfinished-restore';

/** Where under a folder of files those lie that belong to a row, each by its key. */
export const keptIn = (folder: string) => join(folder, 'kept');

/** Files in a folder of this machine: `incoming/` for what arrives, `kept/` for what belongs to a row. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  const kept = keptIn(folder);
  await makeFolder(incoming);
  await makeFolder(kept);
  await rm(join(folder, unfinishedRestore), { force: true });
  // A day: another process may be receiving now.
  await removeLeftovers(incoming, new Date(Date.now() - dayMs));

  return {
    receive: (stream, limit, requireSpace) => receive(incoming, stream, limit, requireSpace),
    async keep(received, key) {
      await rename(received.path, join(kept, key));
      await syncFolder(kept);
    },
    discard: (received) => rm(received.path, { force: true }),
    remove: (key) => rm(join(kept, key), { force: true }),
    async sizeOf(key) {
      try {
        return (await stat(join(kept, key))).size;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    open: (key, range) => createReadStream(join(kept, key), range ?? {}),
    pieces: (key) => piecesOf(join(kept, key)),
    check: () => access(kept, constants.W_OK),
    async space() {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { free: bavail * bsize, size: blocks * bsize };
    },
    async *list() {
      for await (const { name } of await opendir(kept)) {
        // Of the inode, not of the content: a copy that is put back keeps its content's time.
        const found = await stat(join(kept, name)).catch(() => undefined);
        if (found?.isFile()) yield { key: name, since: found.ctime };
      }
    },
    removeLeftovers: (moment) => removeLeftovers(incoming, moment),
  };
}

/** See `FileStore.receive`; the temporary file lies in `incoming`. */
async function receive(
  incoming: string,
  stream: Readable,
  limit: number,
  requireSpace?: () => Promise<void>,
): Promise<Received | undefined> {
  const path = join(incoming, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  let askedAt = 0;
  let isWhole = false;
  const handle = await open(path, 'wx', 0o600);
  try {
    // Not destroyed when left early: the form around it could not be read on.
    for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      if (size > limit) return undefined;
      if (size - askedAt >= askEvery) {
        askedAt = size;
        await requireSpace?.();
      }
      hash.update(chunk);
      await writeAll(handle, chunk);
    }
    await handle.sync();
    isWhole = true;
    return { path, size, sha256: hash.digest('hex') };
  } finally {
    // A full disk may say so only when the file is closed.
    await handle.close().finally(() => (isWhole ? undefined : rm(path, { force: true })));
  }
}

/** Of what is handed on at once where much is read or written: with smaller ones most of the time is spent between them. */
export const pieceBytes = 1024 * 1024;

/** A file in large pieces, each of which stands until the next is asked for; that one is read meanwhile. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  let piece = Buffer.allocUnsafe(pieceBytes);
  let spare = Buffer.allocUnsafe(pieceBytes);
  let reading = file.read(piece);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      reading = file.read(spare);
      // Thrown when it is awaited; until then it is nobody's.
      reading.catch(() => {});
      yield piece.subarray(0, bytesRead);
      [piece, spare] = [spare, piece];
    }
  } finally {
    await reading.catch(() => {});
    await file.close();
  }
}

/** The system may write less than it was given, as on a disk that is about to be full. */
export async function writeAll(handle: FileHandle, chunk: Buffer) {
  for (let done = 0; done < chunk.length; ) {
    done += (await handle.write(chunk, done)).bytesWritten;
  }
}

/** What a crash left half-received before `moment`. */
async function removeLeftovers(incoming: string, moment: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    // Another process may be done with it by now.
    const found = await stat(path).catch(() => undefined);
    if (!found || found.mtime >= moment) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Makes a folder that is missing, and those above it; after this a power cut does not lose them. */
export async function makeFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true });
  for (let made = folder; first && made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/** Without this the new name itself can be lost with the power, and the file with it. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
