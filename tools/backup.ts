// Implements `npm run backup -- FILE`: writes a backup of the portal to FILE, even while the portal is running.

import { resolve } from 'node:path';
import { formatSize } from '#contract/values/format-size.ts';
import { toFileTarget } from '#server/backup/archive-file.ts';
import { backUp } from '#server/backup/back-up.ts';
import { hasDatabase, openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { openFileStore } from '#server/storage/open-files.ts';
import { showProgress } from './show-progress.ts';

process.umask(0o077);

const follower = showProgress();
try {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Name the archive to write: npm run backup -- FILE');
  const config = readConfig(process.env);
  if (!hasDatabase(config)) throw new Error(`There is no portal in ${config.dataDir}.`);
  const db = openDatabase(config);
  try {
    const files = await openFileStore(config.files);
    const services = { db, files, clock: () => new Date() };
    const done = await backUp(services, toFileTarget(resolve(file)), follower).finally(
      follower.end,
    );
    console.log(
      `${done.rows} rows and ${done.files} files of ${formatSize(done.bytes)} were written to ${file} (${formatSize(done.size)}).`,
    );
    console.log(
      'Sessions and one-use links are not included: all users log in again after a restore.',
    );
    console.log(`SHA-256 ${done.sha256}`);
    if (done.damaged.length > 0) {
      console.error(
        `Missing or altered files, which the archive lists without their content: ${done.damaged.join(', ')}. npm run scrub names them. The archive is complete otherwise.`,
      );
      process.exitCode = 1;
    }
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = follower.failureCode();
}
