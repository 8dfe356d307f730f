import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ByteRange } from '#server/storage/file-store.ts';

const windowBytes = 64 * 1024;

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
      const last = Math.min(Math.max(end, start + windowBytes), this.size) - 1;
      this.#window = await buffer(this.#open({ start, end: last }));
      this.#windowStart = start;
    }
    return this.#window.subarray(start - this.#windowStart, end - this.#windowStart);
  }

  async readEnd(length: number): Promise<{ start: number; bytes: Buffer }> {
    const start = Math.max(0, this.size - length);
    return { start, bytes: await this.read(start, length) };
  }
}
