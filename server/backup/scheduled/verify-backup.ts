import { mkdir, rm } from 'node:fs/promises';
import type { ArchiveSource } from '#server/backup/archive-file.ts';
import { withDatabase } from '#server/backup/places.ts';
import type { ProgressOptions } from '#server/backup/progress.ts';
import { readArchiveHeader } from '#server/backup/read-archive.ts';
import { migrateToArchiveVersion, restoreRows } from '#server/backup/restore-rows.ts';
import { verifyArchive } from '#server/backup/verify-archive.ts';

/**
 * Reads every byte of the archive, compares its files with the hashes in its rows, and restores the rows into a
 * temporary SQLite database in `folder`, which is then removed. Throws `BackupError` if the archive cannot be restored.
 */
export async function verifyBackup(
  archive: ArchiveSource,
  folder: string,
  progress: ProgressOptions = {},
): Promise<void> {
  // A process that crashed may have left the folder.
  await rm(folder, { recursive: true, force: true });
  try {
    const header = await readArchiveHeader(archive);
    const { totals } = await verifyArchive(archive, 'Verifying', progress, discardContent);
    await mkdir(folder, { mode: 0o700 });
    await withDatabase({ dataDir: folder, databaseUrl: undefined }, (db) =>
      db.transaction().execute(async (trx) => {
        await migrateToArchiveVersion(trx, header);
        await restoreRows(trx, archive, totals, progress);
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function discardContent(_file: unknown, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of content);
}
