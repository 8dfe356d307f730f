import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { constants, crc32, gzip } from 'node:zlib';
import { pieceBytes, writeAll } from '#server/storage/disk.ts';

const deflated = promisify(gzip);

/** RFC 1952: its magic, method 8, no name, no time, no operating system. */
const memberHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** RFC 1951, 3.2.4: a stored block says its length in two bytes. */
const longestBlock = 0xffff;
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Gzip members, which every gunzip reads as one text: compressed, or stored, which is as quick as copying. */
export class GzipFile {
  readonly #file: FileHandle;
  readonly #hash = createHash('sha256');
  #size = 0;
  #piece = Buffer.allocUnsafe(pieceBytes);
  #spare = Buffer.allocUnsafe(pieceBytes);
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(path: string): Promise<GzipFile> {
    return new GzipFile(await open(path, 'w', 0o600));
  }

  async compress(text: string): Promise<void> {
    await this.#put(await deflated(text, { level: constants.Z_BEST_SPEED }));
  }

  /** Stored as it is; a part may change once the next is asked for. */
  async store(parts: AsyncIterable<Buffer>): Promise<void> {
    let check = 0;
    let length = 0;
    await this.#put(memberHead);
    for await (const part of parts) {
      check = crc32(part, check);
      length += part.length;
      for (let at = 0; at < part.length; at += longestBlock) {
        const block = part.subarray(at, at + longestBlock);
        await this.#put(blockHead(block.length));
        await this.#put(block);
      }
    }
    await this.#put(lastBlock);
    await this.#put(memberEnd(check, length));
  }

  /** After this a power cut does not lose the file. */
  async close(): Promise<{ size: number; sha256: string }> {
    await this.#flush();
    await this.#writing;
    await this.#file.sync();
    await this.#file.close();
    return { size: this.#size, sha256: this.#hash.digest('hex') };
  }

  /** Also after `close` has failed. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => {});
    await this.#file.close().catch(() => {});
  }

  async #put(bytes: Buffer) {
    for (let at = 0; at < bytes.length; ) {
      const taken = bytes.copy(this.#piece, this.#filled, at);
      at += taken;
      this.#filled += taken;
      if (this.#filled === pieceBytes) await this.#flush();
    }
  }

  async #flush() {
    const full = this.#piece.subarray(0, this.#filled);
    this.#hash.update(full);
    await this.#writing;
    this.#writing = writeAll(this.#file, full);
    // Thrown when it is awaited; without this a rejection before that would end the process.
    this.#writing.catch(() => {});
    this.#size += full.length;
    [this.#piece, this.#spare] = [this.#spare, this.#piece];
    this.#filled = 0;
  }
}

function blockHead(length: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(longestBlock - length, 3);
  return head;
}

function memberEnd(check: number, length: number): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(check, 0);
  end.writeUInt32LE(length % 2 ** 32, 4);
  return end;
}
