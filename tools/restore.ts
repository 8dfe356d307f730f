// What `npm run restore -- FILE` runs: an archive into the empty place that the environment names.

import { resolve } from 'node:path';
import { formatSize } from '#contract/documents.ts';
import { restore } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';
import { lockData } from '#server/storage/data-lock.ts';
import { makeFolder } from '#server/storage/disk.ts';
import { follow } from './follow.ts';

// Nobody else on this machine reads what is made from here on.
process.umask(0o077);

const follower = follow();
try {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Name the archive to restore: npm run restore -- FILE');
  const config = readConfig(process.env);
  if (config.files.kind === 's3')
    throw new Error(
      'A restore puts files on the disk: run it without FILES_URL, then move them with npm run move-files.',
    );
  await makeFolder(config.dataDir);
  const release = lockData(config.dataDir, { alone: true });
  try {
    const restoring = restore(config, resolve(file), follower);
    const { rows, files, bytes, putBack } = await restoring.finally(follower.end);
    if (putBack !== undefined) {
      console.log(
        `An earlier restore of this archive had written its rows: ${putBack} files were put back.`,
      );
    }
    console.log(`${rows} rows and ${files} files of ${formatSize(bytes)} are back, each verified.`);
    console.log('There are no open sessions: everybody logs in.');
  } finally {
    release();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = follower.failureCode();
}
