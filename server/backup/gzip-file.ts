import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, crc32, gzip } from 'node:zlib';
import { chunkSizeBytes, writeWholeChunk } from '#server/storage/disk.ts';

const compressText = promisify(gzip);

/** Header of a gzip member (RFC 1952): magic number, method 8, no file name, no modification time, unknown OS. */
const memberHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** Maximum size of a stored block, whose length field has two bytes (RFC 1951, 3.2.4). */
const maxBlockBytes = 0xffff;
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Writes a gzip file, each member either compressed or stored as is. Storing is as fast as copying the bytes. */
export class GzipFile {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #size = 0;
  #piece = Buffer.allocUnsafe(chunkSizeBytes);
  #spare = Buffer.allocUnsafe(chunkSizeBytes);
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<GzipFile> {
    return new GzipFile(await open(path, 'w', 0o600));
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
    await this.#file.sync();
    await this.#file.close();
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  /** Closes the file after an error, without syncing it to disk. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#file.close().catch(() => {});
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
    this.#writing = writeWholeChunk(this.#file, full);
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
