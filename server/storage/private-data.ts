import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The portal's folders; files that are uploaded were never open to others, and there may be many: they are left out. */
const folders = ['', 'files', 'files/incoming', 'files/kept', 'outbox'];
const files = ['portal.sqlite', 'portal.sqlite-wal', 'portal.sqlite-shm', 'portal.lock'];

/** What other accounts of this machine could read until now, and what they still can, by path. */
type Closed = { closed: string[]; stillOpen: string[] };

/**
 * Closes the data folder to every other account of this machine. What is made from now on is closed by the umask; this is
 * for what an earlier version, or whoever made the folder, left open.
 */
export async function keepDataPrivate(dataDir: string): Promise<Closed> {
  const found: Closed = { closed: [], stillOpen: [] };
  for (const name of folders) {
    const folder = join(dataDir, name);
    const wasOpen = await close(folder, 0o700, found);
    // One by one only once: the emails in a folder that was closed already are closed themselves.
    if (wasOpen && name === 'outbox') {
      for (const email of await readdir(folder)) await close(join(folder, email), 0o600, found);
    }
  }
  for (const name of files) await close(join(dataDir, name), 0o600, found);
  return found;
}

/** Gives whether others could read it. */
async function close(path: string, mode: number, { closed, stillOpen }: Closed): Promise<boolean> {
  const now = await stat(path).catch(() => undefined);
  if (!now || (now.mode & 0o077) === 0) return false;
  // Of a folder that somebody else owns only its owner can change who reads it.
  await chmod(path, mode).then(
    () => closed.push(path),
    () => stillOpen.push(path),
  );
  return true;
}
