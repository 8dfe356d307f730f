import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

const askEvery = 4 * 1024 * 1024;

/** Counts and hashes what passes, up to one chunk above the limit. */
export class Counted {
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
    let askedAt = 0;
    // Not destroyed when left early: the rest of the form could not be read.
    for await (const chunk of this.#stream.iterator({ destroyOnReturn: false })) {
      this.size += chunk.length;
      if (this.isTooLong) return;
      if (this.size - askedAt >= askEvery) {
        askedAt = this.size;
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
