import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileStore } from '#server/storage/file-store.ts';

type StoredFile = { id: string; size: number; sha256: string };
type Files = Pick<FileStore, 'open'>;

/** Maximum number of remembered checksums, which take about 10 MB. The largest archive has about 15,000 files. */
const maxEntries = 100_000;

/** CRC-32 checksums of files by SHA-256. An archive has the checksum after each file and again at its end. */
export class ChecksumCache {
  readonly #checksums = new Map<string, number>();
  #lastRead: Promise<unknown> = Promise.resolve();

  /**
   * Returns the file's checksum. Reads the file if the checksum is unknown, one file at a time, so that simultaneous
   * requests read each file once. Throws if the file was altered or the signal is aborted.
   */
  get(files: Files, file: StoredFile, signal?: AbortSignal): Promise<number> {
    const read = this.#lastRead.then(async () => {
      const known = this.#checksums.get(file.sha256);
      if (known !== undefined) return known;
      signal?.throwIfAborted();
      for await (const _ of this.readAndVerify(files, file)) signal?.throwIfAborted();
      return this.#checksums.get(file.sha256) ?? 0;
    });
    this.#lastRead = read.catch(() => {});
    return read;
  }

  /** Yields the file's content and remembers its checksum. Throws after the content if the file was altered. */
  async *readAndVerify(files: Files, { id, size, sha256 }: StoredFile): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let checksum = 0;
    let bytes = 0;
    for await (const chunk of files.open(id) as AsyncIterable<Buffer>) {
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
