import { toBatches } from '#server/http/bodies/send-list.ts';
import type { Job } from '#server/http/work/job.ts';
import { openOutsideTurn } from '#server/http/work/open-outside-turn.ts';
import type { Services } from '#server/services.ts';
import { findFileDamage } from '#server/storage/check-file.ts';
import type { GroupFile } from './list-files.ts';

/** Throws if a file has the wrong size. Reads files with recorded damage in full: they may have been restored since. */
export async function assertFilesIntact(
  { files }: Pick<Services, 'files'>,
  archived: readonly GroupFile[],
  job: Job,
): Promise<void> {
  const opened = openOutsideTurn(job, files);
  const nextSlice = () => job.nextSlice();
  for (const batch of toBatches(archived, 200)) {
    await job.nextSlice();
    const ids = batch.map(({ id }) => id);
    const sizes = await job.waitFor(() => Promise.all(ids.map((id) => files.sizeOf(id))));
    for (const [index, file] of batch.entries()) {
      const stored = sizes[index];
      if (stored !== file.size)
        throw new Error(`The file ${file.id} has ${stored ?? 'no'} bytes instead of ${file.size}.`);
      if (file.isDamaged && (await findFileDamage(opened, file, nextSlice)))
        throw new Error(`The file ${file.id} was altered.`);
    }
  }
}
