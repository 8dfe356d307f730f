import { access, constants, opendir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ArchiveTarget,
  partialEnding,
  toFileSource,
  toFileTarget,
} from '#server/backup/archive-file.ts';
import { BackupError } from '#server/backup/archive-format.ts';
import type { Config } from '#server/config.ts';
import { readDiskState } from '#server/storage/disk-space.ts';
import { parseArchiveName } from './archive-name.ts';
import type { BackupDestination } from './destination.ts';

const spaceCheckBytes = 64 * 1024 * 1024;

/** Does not create the folder: if its disk is not mounted, the archives would fill another disk. */
export async function openFolderDestination(
  folder: string,
  config: Pick<Config, 'dataDir' | 'minFreeBytes'>,
): Promise<BackupDestination> {
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory())
    throw new BackupError(`There is no folder ${folder}: create it, or mount its disk.`);
  await access(folder, constants.W_OK | constants.X_OK).catch((error) => {
    throw new BackupError(
      `The portal cannot write to ${folder} (${error.code}): make its account the owner of the folder. As a systemd service it also needs ReadWritePaths.`,
    );
  });
  const isOnDataDisk = stats.dev === (await stat(config.dataDir)).dev;
  const requireSpace = async () => {
    const space = async () => {
      const { bavail, blocks, bsize } = await statfs(folder);
      return { free: bavail * bsize, size: blocks * bsize };
    };
    if (isOnDataDisk && (await readDiskState({ space }, config))?.isLow)
      throw new BackupError(
        `The disk of ${folder} also holds DATA_DIR and is nearly full: free space, lower KEEP_BACKUPS, or choose another disk.`,
      );
  };
  return {
    target: (name) => checkSpaceWhileWriting(toFileTarget(join(folder, name)), requireSpace),
    source: (name) => toFileSource(join(folder, name)),
    async *list(prefix) {
      for await (const entry of await opendir(folder))
        if (entry.isFile() && entry.name.startsWith(prefix)) yield entry.name;
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    async removeUnfinished(prefix) {
      for await (const { name } of await opendir(folder)) {
        const archive = name.slice(0, -partialEnding.length);
        if (name.endsWith(partialEnding) && parseArchiveName(prefix, archive))
          await rm(join(folder, name), { force: true });
      }
    },
  };
}

function checkSpaceWhileWriting(
  { name, open }: ArchiveTarget,
  requireSpace: () => Promise<void>,
): ArchiveTarget {
  return {
    name,
    async open() {
      await requireSpace();
      const sink = await open();
      let unchecked = 0;
      return {
        ...sink,
        async write(chunk) {
          unchecked += chunk.length;
          if (unchecked >= spaceCheckBytes) {
            unchecked = 0;
            await requireSpace();
          }
          await sink.write(chunk);
        },
      };
    },
  };
}
