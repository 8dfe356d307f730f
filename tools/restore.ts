// What `npm run restore -- FILE` runs: an archive into the empty place that the environment names.

import { resolve } from 'node:path';
import { sizeInWords } from '#contract/documents.ts';
import { restore } from '#server/backup/restore.ts';
import { readConfig } from '#server/config.ts';

try {
  const [file] = process.argv.slice(2);
  if (!file) throw new Error('Name the archive to restore: npm run restore -- FILE');
  const done = await restore(readConfig(process.env), resolve(file));
  console.log(
    `${done.rows} rows and ${done.files} files of ${sizeInWords(done.bytes)} are back, each verified.`,
  );
  console.log('There are no open sessions: everybody logs in.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
