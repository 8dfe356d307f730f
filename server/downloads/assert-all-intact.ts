import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Services } from '#server/services.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import type { ArchivedFile } from './zip-bytes.ts';

/** Throws if a file has the wrong size. Reads files with recorded damage in full: they may have been restored since. */
export async function assertFilesIntact(
  { db, files }: Pick<Services, 'db' | 'files'>,
  archived: readonly ArchivedFile[],
): Promise<void> {
  for (const batch of toBatches(archived, 200)) {
    const ids = batch.map(({ id }) => id);
    const known = await db
      .selectFrom('damaged_files')
      .select('document_id')
      .where('document_id', 'in', ids)
      .execute();
    const sizes = await Promise.all(ids.map((id) => files.sizeOf(id)));
    for (const [index, file] of batch.entries()) {
      const stored = sizes[index];
      if (stored !== file.size)
        throw new Error(`The file ${file.id} has ${stored ?? 'no'} bytes instead of ${file.size}.`);
      const isKnown = known.some(({ document_id }) => document_id === file.id);
      if (isKnown && (await findFileDamage(files, file)))
        throw new Error(`The file ${file.id} was altered.`);
    }
  }
}
