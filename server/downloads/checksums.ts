import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Job } from '#server/http/work/job.ts';
import type { OpenFiles } from '#server/storage/file-store.ts';

type StoredFile = { id: string; size: number; sha256: string };
export type Turns = Pick<Job, 'nextSlice' | 'waitFor'>;

/** Maximum number of remembered checksums, which take about 10 MB. The largest archive has about 15,000 files. */
const maxEntries = 100_000;

/** CRC-32 checksums of files by SHA-256. An archive has the checksum after each file and again at its end. */
export class ChecksumCache {
  readonly #checksums = new Map<string, number>();
  #lastRead: Promise<void> = Promise.resolve();

  /**
   * Returns the file's checksum. Reads the file if the checksum is unknown, one file at a time, so that simultaneous
   * requests read each file once. Waits for other readers outside the job's turn, because they may need the turn to
   * continue. Throws if the file was altered or the client has disconnected.
   */
  async get(files: OpenFiles, file: StoredFile, job: Turns): Promise<number> {
    const previous = this.#lastRead;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastRead = promise;
    try {
      await job.waitFor(() => previous);
      const known = this.#checksums.get(file.sha256);
      if (known !== undefined) return known;
      await job.nextSlice();
      for await (const _ of this.readAndVerify(files, file)) await job.nextSlice();
      return this.#checksums.get(file.sha256) ?? 0;
    } finally {
      // A failed wait must not let two readers run at once.
      void previous.then(resolve);
    }
  }

  /** Yields the file's content and remembers its checksum. Throws after the content if the file was altered. */
  async *readAndVerify(files: OpenFiles, { id, size, sha256 }: StoredFile): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let checksum = 0;
    let bytes = 0;
    for await (const chunk of files.open(id)) {
      hash.update(chunk);
      checksum = crc32(chunk, checksum);
      bytes += chunk.length;
      yield chunk;
    }
    if (bytes !== size || hash.digest('hex') !== sha256) {
      throw new Error(`The file ${id} was altered.`);
    }
    if (this.#checksums.size >= maxEntries) this.#checksums.clear();
    this.#checksums.set(sha256, checksum);
  }
}
