import type { ArchiveSource } from './archive-file.ts';
import { type ArchiveTotals, BackupError, type FileLine } from './archive-format.ts';
import { excludedTables, isTableInBackups } from './backup-tables.ts';
import { type ProgressOptions, ProgressStep } from './progress.ts';
import { readArchive } from './read-archive.ts';

export type VerifiedArchive = {
  totals: ArchiveTotals;
  files: readonly FileLine[];
  /** Ids of the files that were damaged already when the backup was made. */
  damaged: readonly string[];
};
type Put = (file: FileLine, content: AsyncIterable<Buffer>) => Promise<void>;

/** Verifies the archive itself and that its files match its rows. Passes each file to `put`. Throws `BackupError`. */
export async function verifyArchive(
  archive: ArchiveSource,
  doing: string,
  progress: ProgressOptions,
  put: Put,
): Promise<VerifiedArchive> {
  const size = await archive.size();
  const step = new ProgressStep(doing, progress);
  let read = 0;
  const share = () => read / size;
  const parts = readArchive(archive, (bytes) => {
    read += bytes;
  });
  const hashes = new Map<unknown, unknown>();
  const files: FileLine[] = [];
  const damaged: string[] = [];
  for await (const part of parts) {
    if ('header' in part) continue;
    if ('table' in part) {
      requireBackupTable(part.table);
      const hasFile = part.table === 'documents' && !part.row.removed_at;
      if (hasFile) hashes.set(part.row.id, part.row.sha256);
      step.add({ rows: 1 }, share());
      continue;
    }
    if ('damaged' in part) {
      if (!hashes.delete(part.damaged)) throw createUnknownFileError(part.damaged);
      damaged.push(part.damaged);
      continue;
    }
    const { file, sha256 } = part.file;
    if (hashes.get(file) !== sha256) {
      throw createUnknownFileError(file);
    }
    hashes.delete(file);
    await put(part.file, step.through(part.content, share));
    files.push(part.file);
    step.add({ files: 1 }, share());
  }
  if (hashes.size > 0) {
    throw new BackupError(`The archive is damaged: ${hashes.size} documents have no file.`);
  }
  return { totals: step.done, files, damaged };
}

const createUnknownFileError = (file: string) =>
  new BackupError(`The archive is damaged: no document has the file ${file}.`);

export function requireBackupTable(table: string): void {
  if (isTableInBackups(table) || excludedTables.some((excluded) => excluded === table)) return;
  throw new BackupError(`The archive is damaged: there is no table ${table}.`);
}
