import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import type { ByteRange } from '#server/storage/file-store.ts';

/** Number of bytes at the start and at the end of a file that the checks read. */
export const edgeBytes = 64 * 1024;

/** Reads parts of a file. Small reads that are close together share one request to the storage. */
export class RangeReader {
  readonly size: number;
  readonly #open: (range: ByteRange) => Readable;
  #windowStart = 0;
  #window = Buffer.alloc(0);

  constructor(size: number, open: (range: ByteRange) => Readable) {
    this.size = size;
    this.#open = open;
  }

  async read(start: number, length: number): Promise<Buffer> {
    const end = Math.min(start + length, this.size);
    if (start >= end) return Buffer.alloc(0);
    if (start < this.#windowStart || end > this.#windowStart + this.#window.length) {
      const last = Math.min(Math.max(end, start + edgeBytes), this.size) - 1;
      this.#window = await buffer(this.#open({ start, end: last }));
      this.#windowStart = start;
    }
    return this.#window.subarray(start - this.#windowStart, end - this.#windowStart);
  }

  readEnd(length: number): Promise<Buffer> {
    return this.read(Math.max(0, this.size - length), length);
  }

  /** Returns the usual extension of a file with this start, or an empty text if it is unknown. */
  async detectType(): Promise<string> {
    return (await fileTypeFromBuffer(await this.read(0, edgeBytes)))?.ext ?? '';
  }
}
