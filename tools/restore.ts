// Implements `npm run restore -- FILE`: restores an archive into an empty data folder and database.

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { formatSize } from '#contract/values/format-size.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';
import { lockDataFolder } from '#server/storage/data-lock.ts';
import { createFolder } from '#server/storage/disk.ts';
import { giveToOwner } from '#server/storage/private-data.ts';
import { showProgress } from './show-progress.ts';

process.umask(0o077);

const follower = showProgress();
try {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Name the archive to restore: npm run restore -- FILE');
  const config = readConfig(process.env);
  if (config.files.kind === 's3')
    throw new Error(
      'A restore puts files on the disk: run it without FILES_URL, then move them with npm run move-files.',
    );
  await createFolder(config.dataDir);
  const owner = await stat(config.dataDir);
  const release = lockDataFolder(config.dataDir, { alone: true });
  try {
    const restoring = restoreBackup(config, resolve(file), follower);
    const { rows, files, bytes, damaged, putBack } = await restoring.finally(follower.end);
    if (putBack !== undefined) {
      console.log(
        `An earlier restore of this archive had written the rows already: ${putBack} missing files were restored.`,
      );
    }
    console.log(
      `${rows} rows and ${files} files of ${formatSize(bytes)} were restored and verified.`,
    );
    if (damaged.length > 0) {
      console.error(
        `Damaged already when the backup was made, and therefore missing: ${damaged.join(', ')}. npm run scrub names them.`,
      );
    }
    await giveToOwner(config.dataDir, owner);
    console.log('No sessions, links or calendar URLs were restored: all users log in again.');
  } finally {
    release();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = follower.failureCode();
}
