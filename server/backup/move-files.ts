import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import type { FileStore } from '#server/storage/file-store.ts';
import { type ProgressOptions, ProgressStep } from './progress.ts';

type File = Pick<DatabaseRow<'documents'>, 'id' | 'size' | 'sha256'>;

export type FileCopyResult = {
  copied: number;
  /** Number of files that were already intact in the new storage. */
  there: number;
  lost: string[];
};

/** Copies files that are missing or damaged in the storage `to`. Throws the abort signal's reason if cancelled. */
export async function copyFilesToStorage(
  db: Db,
  { from, to }: { from: FileStore; to: FileStore },
  progress: ProgressOptions = {},
): Promise<FileCopyResult> {
  const result: FileCopyResult = { copied: 0, there: 0, lost: [] };
  const files = await db
    .selectFrom('documents')
    .select(['id', 'size', 'sha256'])
    .where('removed_at', 'is', null)
    .execute();
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const step = new ProgressStep('Copying', progress, {
    rows: files.length,
    files: files.length,
    bytes,
  });
  for (const file of files) {
    if (!(await findFileDamage(to, file))) result.there += 1;
    else if (await copy(file, from, to)) result.copied += 1;
    else result.lost.push(file.id);
    step.add({ rows: 1, files: 1, bytes: file.size });
  }
  return result;
}

/** Returns false if the file is missing or damaged in the storage `from`. */
async function copy({ id, size, sha256 }: File, from: FileStore, to: FileStore): Promise<boolean> {
  if ((await from.sizeOf(id)) !== size) return false;
  const source = from.open(id);
  const received = await to.receive(source, size).finally(() => source.destroy());
  if (!received) return false;
  try {
    if (received.size !== size || received.sha256 !== sha256) return false;
    await to.keep(received, id);
    return true;
  } finally {
    await to.discard(received);
  }
}
