import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** Part of a text file in the archive. Consecutive pieces with the same path form one file. */
export type ZipTextPiece = { path: string; text: string };

const deflateMethod = 8;

/** A file of the archive. Compresses with zlib in another thread, which is faster than fflate in this thread. */
class DeflatedFile implements ZipInputFile {
  readonly filename: string;
  readonly mtime: Date;
  readonly compression = deflateMethod;
  size = 0;
  crc = 0;
  ondata?: ZipInputFile['ondata'];
  readonly #deflate = createDeflateRaw();

  constructor(filename: string, mtime: Date) {
    this.filename = filename;
    this.mtime = mtime;
    this.#deflate.on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata?.(null, chunk, false));
  }

  async push(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
    if (!this.#deflate.write(bytes)) await once(this.#deflate, 'drain');
  }

  async end(): Promise<void> {
    this.#deflate.end();
    await once(this.#deflate, 'end');
    this.ondata?.(null, new Uint8Array(), true);
  }

  discard(): void {
    this.#deflate.destroy();
  }
}

/** Writes a zip archive piece by piece, to limit memory use. `at` is the modification time of its files. */
export async function* writeZip(
  pieces: AsyncIterable<ZipTextPiece>,
  at: Date,
): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  let open: DeflatedFile | undefined;
  try {
    for await (const { path, text } of pieces) {
      if (open?.filename !== path) {
        await open?.end();
        open = new DeflatedFile(path, at);
        archive.add(open);
      }
      await open.push(text);
      yield* chunks.splice(0);
    }
    await open?.end();
    archive.end();
    yield* chunks.splice(0);
  } finally {
    open?.discard();
  }
}
