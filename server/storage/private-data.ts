import { chmod, lchown, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Relative to the data folder. Omits uploaded files, because all versions of the portal stored them as private. */
const folders = ['', 'files', 'files/incoming', 'files/kept', 'outbox'];
const files = ['portal.sqlite', 'portal.sqlite-wal', 'portal.sqlite-shm', 'portal.lock'];

/** `closed` contains paths that are now private, and `stillOpen` those whose permissions could not be changed. */
type Permissions = { closed: string[]; stillOpen: string[] };

/** Makes existing data accessible only to its owner. New files are protected by the umask. */
export async function restrictDataPermissions(dataDir: string): Promise<Permissions> {
  const permissions: Permissions = { closed: [], stillOpen: [] };
  for (const name of folders) {
    const folder = join(dataDir, name);
    const wasOpen = await close(folder, 0o700, permissions);
    // If other users had no access to the folder, the emails in it are already private.
    if (wasOpen && name === 'outbox') {
      for (const email of await readdir(folder))
        await close(join(folder, email), 0o600, permissions);
    }
  }
  for (const name of files) await close(join(dataDir, name), 0o600, permissions);
  return permissions;
}

async function close(
  path: string,
  mode: number,
  { closed, stillOpen }: Permissions,
): Promise<boolean> {
  const info = await stat(path).catch(() => undefined);
  if (!info || (info.mode & 0o077) === 0) return false;
  // chmod fails if another user owns the path.
  await chmod(path, mode).then(
    () => closed.push(path),
    () => stillOpen.push(path),
  );
  return true;
}

/** Gives everything in the folder to `owner`. A no-op unless this process runs as root, because only root may do so. */
export async function giveToOwner(
  folder: string,
  { uid, gid }: { uid: number; gid: number },
): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const name of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, name), uid, gid);
  }
}
