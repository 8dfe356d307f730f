import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

const spaceCheckBytes = 4 * 1024 * 1024;

/** Counts and hashes a stream. Stops at the first chunk beyond `limit` bytes in total, without yielding it. */
export class HashingStreamReader {
  readonly #stream: Readable;
  readonly #limit: number;
  readonly #requireSpace: (() => Promise<void>) | undefined;
  readonly #hash = createHash('sha256');
  size = 0;

  constructor(stream: Readable, limit: number, requireSpace?: () => Promise<void>) {
    this.#stream = stream;
    this.#limit = limit;
    this.#requireSpace = requireSpace;
  }

  async *chunks(): AsyncGenerator<Buffer> {
    let checkedAt = 0;
    // Do not destroy the stream when the loop ends early, because the rest of the multipart form must still be read.
    for await (const chunk of this.#stream.iterator({ destroyOnReturn: false })) {
      this.size += chunk.length;
      if (this.isTooLong) return;
      if (this.size - checkedAt >= spaceCheckBytes) {
        checkedAt = this.size;
        await this.#requireSpace?.();
      }
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  get isTooLong(): boolean {
    return this.size > this.#limit;
  }

  sha256(): string {
    return this.#hash.digest('hex');
  }
}
