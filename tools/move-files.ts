// Implements `npm run move-files`: copies the stored files to another storage backend, even while the portal runs.

import { parseArgs } from 'node:util';
import { copyFilesToStorage } from '#server/backup/move-files.ts';
import { hasDatabase, openDatabase } from '#server/backup/places.ts';
import { type Config, readConfig } from '#server/config.ts';
import { openFileStore } from '#server/storage/open-files.ts';
import { showProgress } from './show-progress.ts';

process.umask(0o077);

const usage = 'Name both places: npm run move-files -- --from disk --to s3://bucket?endpoint=…';

/** Validates the options like the environment variables that they replace. Error messages name the options. */
function readPlaces(args: string[]): {
  config: Config;
  source: NonNullable<Config['filesBefore']>;
} {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const;
  const { from, to } = parseArgs({ args, options }).values;
  if (!from || !to) throw new Error(usage);
  try {
    const config = readConfig({ ...process.env, FILES_BEFORE: from, FILES_URL: to });
    if (!config.filesBefore) throw new Error(usage);
    return { config, source: config.filesBefore };
  } catch (error) {
    const { message } = error as Error;
    throw new Error(message.replaceAll('FILES_BEFORE', '--from').replaceAll('FILES_URL', '--to'));
  }
}

const follower = showProgress();
try {
  const { config, source } = readPlaces(process.argv.slice(2));
  if (!hasDatabase(config)) throw new Error(`There is no portal in ${config.dataDir}.`);
  const db = openDatabase(config);
  try {
    const places = { from: await openFileStore(source), to: await openFileStore(config.files) };
    const { moved, there, lost } = await copyFilesToStorage(db, places, follower).finally(
      follower.end,
    );
    console.log(`${moved} files were copied, ${there} were there already, each verified.`);
    for (const id of lost) console.error(`missing or altered in both places: ${id}`);
    if (lost.length > 0) process.exitCode = 1;
    else console.log('All files are in the new place. The old place still has its copies.');
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = follower.failureCode();
}
