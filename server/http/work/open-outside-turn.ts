import type { ByteRange, FileStore } from '#server/storage/file-store.ts';
import type { Job } from './job.ts';

/** Files whose chunks are fetched outside the job's turn, because the storage may take 30 s for each of them. */
export const openOutsideTurn = (job: Job, files: Pick<FileStore, 'open'>) => ({
  open: (key: string, range?: ByteRange): AsyncIterable<Buffer> =>
    job.fetchChunks<Buffer>(files.open(key, range)),
});
