// What `npm run backup -- FILE` runs, also while the portal is serving.

import { resolve } from 'node:path';
import { formatSize } from '#contract/documents.ts';
import { backUp } from '#server/backup/back-up.ts';
import { hasDatabase, openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { openFiles } from '#server/storage/open-files.ts';
import { follow } from './follow.ts';

// Nobody else on this machine reads what is made from here on.
process.umask(0o077);

const follower = follow();
try {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Name the archive to write: npm run backup -- FILE');
  const config = readConfig(process.env);
  if (!hasDatabase(config)) throw new Error(`There is no portal in ${config.dataDir}.`);
  const db = openDatabase(config);
  try {
    const files = await openFiles(config);
    const services = { db, files, clock: () => new Date() };
    const done = await backUp(services, resolve(file), follower).finally(follower.end);
    console.log(
      `${done.rows} rows and ${done.files} files of ${formatSize(done.bytes)} are in ${file} (${formatSize(done.size)}).`,
    );
    console.log('Open sessions and one-use links are left out: after a restore everybody logs in.');
    console.log(`SHA-256 ${done.sha256}`);
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = follower.failureCode();
}
