import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file that has arrived whole but belongs to nothing yet. */
export type Received = { path: string; size: number; sha256: string };

/** Where files lie. Keys are the portal's own identifiers, never a user's file name. */
export type FileStore = {
  /**
   * Streams into a temporary file, counting and hashing on the way, until it ends or `limit` bytes are passed;
   * of a larger stream undefined is returned and the rest left for the caller to read away. Whatever fails leaves nothing behind.
   */
  receive(stream: Readable, limit: number): Promise<Received | undefined>;
  /** Makes a received file permanent under `key`: after this a power cut does not lose it. */
  keep(received: Received, key: string): Promise<void>;
  discard(received: Received): Promise<void>;
  remove(key: string): Promise<void>;
  /** How many bytes are stored under `key`; undefined when nothing is. */
  sizeOf(key: string): Promise<number | undefined>;
  /** The content from byte `start` to byte `end`, both included. */
  open(key: string, range?: { start: number; end: number }): Readable;
  /** Throws when files cannot be written now. */
  check(): Promise<void>;
};

/** Files in a folder of this machine: `incoming/` for what arrives, `kept/` for what belongs to a row. */
export async function openDiskStore(folder: string): Promise<FileStore> {
  const incoming = join(folder, 'incoming');
  const kept = join(folder, 'kept');
  await makeFolder(incoming);
  await makeFolder(kept);
  await removeLeftovers(incoming);

  return {
    async receive(stream, limit) {
      const path = join(incoming, randomUUID());
      const hash = createHash('sha256');
      let size = 0;
      let isWhole = false;
      const handle = await open(path, 'wx', 0o600);
      try {
        // Not destroyed when left early: the form around it could not be read on.
        for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
          size += chunk.length;
          if (size > limit) return undefined;
          hash.update(chunk);
          await handle.write(chunk);
        }
        await handle.sync();
        isWhole = true;
        return { path, size, sha256: hash.digest('hex') };
      } finally {
        await handle.close();
        if (!isWhole) await rm(path, { force: true });
      }
    },
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
    check: () => access(kept, constants.W_OK),
  };
}

/** What a crash left half-received. Only what is older than a day: another process may be receiving now. */
async function removeLeftovers(incoming: string) {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    // That other process may be done with it by now.
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > 24 * 3_600_000) await rm(path, { force: true });
  }
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
