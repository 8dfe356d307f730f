import { randomUUID } from 'node:crypto';
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
import { Counted } from './counted.ts';
import type { FileStore, Received } from './file-store.ts';

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
    openReceived: (received, range) => createReadStream(received.path, range ?? {}),
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
    addressOf: async () => undefined,
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
  const counted = new Counted(stream, limit, requireSpace);
  let isWhole = false;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of counted.chunks()) await writeAll(handle, chunk);
    if (counted.isTooLong) return undefined;
    await handle.sync();
    isWhole = true;
    return { path, size: counted.size, sha256: counted.sha256() };
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
