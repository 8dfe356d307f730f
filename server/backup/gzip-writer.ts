import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, crc32, gzip } from 'node:zlib';
import { chunkSizeBytes } from '#server/storage/disk.ts';
import type { ArchiveSink } from './archive-file.ts';

const compressText = promisify(gzip);

/** Header of a gzip member (RFC 1952): magic number, method 8, no file name, no modification time, unknown OS. */
const memberHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** Maximum size of a stored block, whose length field has two bytes (RFC 1951, 3.2.4). */
const maxBlockBytes = 0xffff;
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Writes a gzip stream, each member either compressed or stored as is. Storing is as fast as copying the bytes. */
export class GzipWriter {
  readonly #sink: ArchiveSink;
  readonly #hash = createHash('sha256');
  #size = 0;
  #piece = Buffer.allocUnsafe(chunkSizeBytes);
  #spare = Buffer.allocUnsafe(chunkSizeBytes);
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(sink: ArchiveSink) {
    this.#sink = sink;
  }

  async compress(text: string): Promise<void> {
    await this.#put(await compressText(text, { level: constants.Z_BEST_SPEED }));
  }

  /** Writes a member uncompressed. `parts` may reuse the buffer of a part once the next part is requested. */
  async store(parts: AsyncIterable<Buffer>): Promise<void> {
    let check = 0;
    let length = 0;
    await this.#put(memberHead);
    for await (const part of parts) {
      check = crc32(part, check);
      length += part.length;
      for (let at = 0; at < part.length; at += maxBlockBytes) {
        const block = part.subarray(at, at + maxBlockBytes);
        await this.#put(blockHead(block.length));
        await this.#put(block);
      }
    }
    await this.#put(lastBlock);
    await this.#put(memberEnd(check, length));
  }

  async close(): Promise<{ size: number; sha256: string }> {
    await this.#flush();
    await this.#writing;
    await this.#sink.finish();
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  /** Removes the incomplete archive after an error. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#sink.abandon();
  }

  async #put(bytes: Buffer) {
    for (let at = 0; at < bytes.length; ) {
      const copied = bytes.copy(this.#piece, this.#filled, at);
      at += copied;
      this.#filled += copied;
      if (this.#filled === chunkSizeBytes) await this.#flush();
    }
  }

  async #flush() {
    const full = this.#piece.subarray(0, this.#filled);
    this.#hash.update(full);
    await this.#writing;
    this.#writing = this.#sink.write(full);
    this.#writing.catch(() => {});
    this.#size += full.length;
    [this.#piece, this.#spare] = [this.#spare, this.#piece];
    this.#filled = 0;
  }
}

function blockHead(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(maxBlockBytes - length, 3);
  return head;
}

function memberEnd(check: number, length: number): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(check, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  return end;
}
