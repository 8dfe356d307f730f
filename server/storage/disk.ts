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

export type Received = { path: string; size: number; sha256: string };

/** Keys are the portal's own identifiers, never a user's file name. */
export type FileStore = {
  /**
   * With size and SHA-256; undefined for more than `limit` bytes: the caller reads the rest. Asks `requireSpace`
   * every few megabytes; what it throws ends it. A failure leaves nothing behind.
   */
  receive(
    stream: Readable,
    limit: number,
    requireSpace?: () => Promise<void>,
  ): Promise<Received | undefined>;
  /** After this a power cut does not lose it. */
  keep(received: Received, key: string): Promise<void>;
  discard(received: Received): Promise<void>;
  remove(key: string): Promise<void>;
  /** In bytes; undefined when nothing is stored. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Both ends included. */
  open(key: string, range?: { start: number; end: number }): Readable;
  pieces(key: string): AsyncIterable<Buffer>;
  /** Throws when files cannot be written now. */
  check(): Promise<void>;
  /** In bytes. */
  space(): Promise<{ free: number; size: number }>;
  /** `since` by the file system's clock. */
  list(): AsyncIterable<{ key: string; since: Date }>;
  /** Half-received files from before `moment`; returns how many. */
  removeLeftovers(moment: Date): Promise<number>;
};

const askEvery = 4 * 1024 * 1024;

const dayMs = 24 * 3_600_000;

/** Until a restore's rows are there too; a portal that uses the folder removes it. */
export const unfinishedRestore = 'unfinished-restore';

export const keptIn = (folder: string) => join(folder, 'kept');

/** `incoming/` for what arrives, `kept/` for what belongs to a row. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  const kept = keptIn(folder);
  await makeFolder(incoming);
  await makeFolder(kept);
  await rm(join(folder, unfinishedRestore), { force: true });
  // Younger ones may be another process's.
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
        // The inode's time: a copy that is put back keeps its content's.
        const found = await stat(join(kept, name)).catch(() => undefined);
        if (found?.isFile()) yield { key: name, since: found.ctime };
      }
    },
    removeLeftovers: (moment) => removeLeftovers(incoming, moment),
  };
}

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
    // Not destroyed when left early: the rest of the form could not be read.
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

/** With smaller pieces most of the time is spent between them. */
export const pieceBytes = 1024 * 1024;

/** Each is valid until the next is asked for, which is read meanwhile. */
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
      // Thrown when it is awaited; without this a rejection before that would end the process.
      reading.catch(() => {});
      yield piece.subarray(0, bytesRead);
      [piece, spare] = [spare, piece];
    }
  } finally {
    await reading.catch(() => {});
    await file.close();
  }
}

/** The system may write less than it was given, as on a disk that is nearly full. */
export async function writeAll(handle: FileHandle, chunk: Buffer) {
  for (let done = 0; done < chunk.length; ) {
    done += (await handle.write(chunk, done)).bytesWritten;
  }
}

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

/** With those above it; after this a power cut does not lose them. */
export async function makeFolder(folder: string) {
  const first = await mkdir(folder, { recursive: true });
  for (let made = folder; first && made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/** Else a power cut can lose the new name, and the file with it. */
export async function syncFolder(folder: string) {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
