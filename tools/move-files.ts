// Implements `npm run move-files`: copies the stored files to another storage backend while the portal is stopped.

import { parseArgs } from 'node:util';
import { copyFilesToStorage } from '#server/backup/move-files.ts';
import { hasDatabase, openDatabase } from '#server/backup/places.ts';
import { type Config, readConfig } from '#server/config.ts';
import { lockDataFolder } from '#server/storage/data-lock.ts';
import { openFileStore } from '#server/storage/open-files.ts';
import { showProgress } from './show-progress.ts';

process.umask(0o077);

/** Validates an option like FILES_URL, which it replaces. The error message names the option. */
function readPlace(option: 'from' | 'to', place: string): Config {
  try {
    return readConfig(process.env, { FILES_URL: place });
  } catch (error) {
    throw new Error((error as Error).message.replaceAll('FILES_URL', `--${option}`));
  }
}

const follower = showProgress();
try {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
  const { from, to } = parseArgs({ options }).values;
  if (!from || !to || from === to)
    throw new Error(
      'Name two places: npm run move-files -- --from disk --to s3://bucket?endpoint=…',
    );
  const [{ files: source }, config] = [readPlace('from', from), readPlace('to', to)];
  if (!hasDatabase(config)) throw new Error(`There is no portal in ${config.dataDir}.`);
  const release = lockDataFolder(config.dataDir, { alone: true });
  const db = openDatabase(config);
  try {
    const places = { from: await openFileStore(source), to: await openFileStore(config.files) };
    const { copied, there, lost } = await copyFilesToStorage(db, places, follower).finally(
      follower.end,
    );
    console.log(`${copied} files were copied, ${there} were there already, each verified.`);
    for (const id of lost) console.error(`missing or altered in both places: ${id}`);
    if (lost.length > 0) process.exitCode = 1;
    else
      console.log(
        `Set FILES_URL to ${to} and start the portal. The old place still has its files.`,
      );
  } finally {
    await db.destroy();
    release();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = follower.failureCode();
}
