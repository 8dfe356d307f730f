// Implements `npm run scrub`: checks every stored file against its database row, even while the portal is running.

import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { formatSize } from '#contract/values/format-size.ts';
import { findLatestMigration, hasDatabase, openDatabase } from '#server/backup/places.ts';
import { readConfig } from '#server/config.ts';
import { migrationNames } from '#server/db/migrate.ts';
import { listDamagedFiles } from '#server/documents/damage/damaged-files.ts';
import { checkStoredFiles, deleteOrphanedFiles } from '#server/documents/damage/scrub.ts';
import { uploadGraceMs } from '#server/documents/damage/scrubber.ts';
import { openFileStore } from '#server/storage/open-files.ts';

process.umask(0o077);

try {
  const config = readConfig(process.env);
  if (!hasDatabase(config)) throw new Error(`There is no portal in ${config.dataDir}.`);
  const db = openDatabase(config);
  try {
    if ((await findLatestMigration(db)) !== migrationNames.at(-1)) {
      throw new Error('The database is not up to date: start the portal once.');
    }
    const files = await openFileStore(config.files);
    const services = { db, files, clock: () => new Date(), log: pino({ level: 'silent' }) };
    const checked = await checkStoredFiles(services);
    const settle = () => {
      console.log('Some files have no row. Checking them again in two minutes.');
      return sleep(uploadGraceMs);
    };
    const reclaimed = await deleteOrphanedFiles(services, settle);
    console.log(`files      ${checked.files}, ${formatSize(checked.bytes)}
missing    ${checked.missing}
altered    ${checked.altered}
mended     ${checked.mended}
reclaimed  ${reclaimed.orphans} files without a row, ${reclaimed.leftovers} incomplete uploads`);
    if (reclaimed.leftAlone > 0) {
      console.log(
        `Not deleted: ${reclaimed.leftAlone} files without a row, more than the database has rows. Check DATABASE_URL.`,
      );
    }
    for (const {
      fault,
      documentId,
      name,
      kind,
      groupName,
      memberName,
      userName,
    } of await listDamagedFiles(db)) {
      const owner = [groupName, memberName, userName].filter(Boolean).join(', ');
      console.error(`${fault}: ${documentId}, ${kind} “${name}” of ${owner}`);
    }
    if (checked.missing + checked.altered > 0) process.exitCode = 1;
  } finally {
    await db.destroy();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
