import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Without the uploaded files: they were never open to others, and may be many. */
const folders = ['', 'files', 'files/incoming', 'files/kept', 'outbox'];
const files = ['portal.sqlite', 'portal.sqlite-wal', 'portal.sqlite-shm', 'portal.lock'];

/** Paths that other accounts of this machine could read, and those they still can. */
type Closed = { closed: string[]; stillOpen: string[] };

/** For what an earlier version, or whoever made the folder, left open; the umask closes what is new. */
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

/** Returns whether others could read it. */
async function close(path: string, mode: number, { closed, stillOpen }: Closed): Promise<boolean> {
  const now = await stat(path).catch(() => undefined);
  if (!now || (now.mode & 0o077) === 0) return false;
  // Only its owner can change a folder's mode.
  await chmod(path, mode).then(
    () => closed.push(path),
    () => stillOpen.push(path),
  );
  return true;
}
