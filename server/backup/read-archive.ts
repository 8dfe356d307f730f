import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { chunkSizeBytes } from '#server/storage/disk.ts';
import { FilesUnavailableError } from '#server/storage/file-store.ts';
import type { ArchiveSource } from './archive-file.ts';
import {
  ArchiveHeader,
  ArchiveLine,
  type ArchiveTotals,
  archiveFormat,
  BackupError,
  type FileLine,
  type RowLine,
  verifyFile,
} from './archive-format.ts';

/** A part of an archive. The caller must read the content of a file before it requests the next part. */
export type ArchivePart =
  | { header: ArchiveHeader }
  | RowLine
  | { file: FileLine; content: AsyncIterable<Buffer> }
  | { damaged: string };

/** Maximum length of a line: long enough for any row, but too short to exhaust memory. */
const maxLineBytes = 16 * 1024 * 1024;

/** Reads and verifies an archive. Calls `onBytes` with the size of each compressed chunk. Throws `BackupError`. */
export async function* readArchive(
  archive: ArchiveSource,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<ArchivePart> {
  const gunzip = createGunzip({ chunkSize: chunkSizeBytes });
  const countBytes = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      onBytes(chunk.length);
      yield chunk;
    }
  };
  const unzipping = pipeline(archive.open(), countBytes, gunzip).catch(() => {});
  const bytes = new ArchiveBytes(gunzip);
  try {
    yield { header: parseHeader(parseLine(await bytes.line())) };
    const totals: ArchiveTotals = { rows: 0, files: 0, bytes: 0 };
    for (;;) {
      const { data: line } = ArchiveLine.safeParse(parseLine(await bytes.line()));
      if (!line) throw new Error('it has a line of an unknown kind');
      if ('end' in line) {
        const isRight =
          line.sha256 === bytes.hashBeforeLine() &&
          line.end.rows === totals.rows &&
          line.end.files === totals.files &&
          line.end.bytes === totals.bytes;
        if (!isRight || !(await bytes.isOver()))
          throw new Error('its totals do not match its content');
        return;
      }
      if ('table' in line) {
        totals.rows += 1;
        yield line;
      } else if ('damaged' in line) {
        yield line;
      } else {
        const content = wrapErrors(archive, verifyFile(bytes.take(line.size), line));
        yield { file: line, content };
        for await (const _unread of content);
        if ((await bytes.line()) !== '')
          throw new Error(`${line.file} is longer than its line says`);
        totals.files += 1;
        totals.bytes += line.size;
      }
    }
  } catch (error) {
    throw toBackupError(archive, error);
  } finally {
    gunzip.destroy();
    await unzipping;
  }
}

export async function readArchiveHeader(archive: ArchiveSource): Promise<ArchiveHeader> {
  for await (const part of readArchive(archive)) if ('header' in part) return part.header;
  throw new BackupError('This is not an archive of the portal.');
}

/** Rethrows read errors as `BackupError`. `readArchive` cannot catch them, because its caller reads the content. */
async function* wrapErrors(
  archive: ArchiveSource,
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw toBackupError(archive, error);
  }
}

function toBackupError({ name }: ArchiveSource, error: unknown): BackupError {
  if (error instanceof BackupError) return error;
  if (!(error instanceof Error)) return new BackupError(String(error));
  if ('syscall' in error || error instanceof FilesUnavailableError)
    return new BackupError(`The archive ${name} cannot be read: ${error.message}`);
  return new BackupError(`The archive is damaged: ${error.message}.`);
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error('it has a line that is not JSON');
  }
}

function parseHeader(line: unknown): ArchiveHeader {
  const header = ArchiveHeader.safeParse(line);
  if (header.success) return header.data;
  const isArchive =
    typeof line === 'object' && line !== null && 'format' in line && line.format === archiveFormat;
  throw new BackupError(
    isArchive
      ? 'The archive has a format version that this portal cannot read.'
      : 'This is not an archive of the portal.',
  );
}

class ArchiveBytes {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);
  /** The last line read. It is hashed when the next line is read, because the hash excludes the archive's last line. */
  #line = '';

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    this.#hash.update(this.#line);
    const parts: Buffer[] = [];
    let length = 0;
    for (;;) {
      const end = this.#rest.indexOf(10);
      const part = end < 0 ? this.#rest : this.#rest.subarray(0, end);
      parts.push(part);
      length += part.length;
      this.#rest = end < 0 ? Buffer.alloc(0) : this.#rest.subarray(end + 1);
      if (length > maxLineBytes) throw new Error('it has a line without an end');
      if (end >= 0) break;
      await this.#more();
    }
    const line = Buffer.concat(parts).toString();
    this.#line = `${line}\n`;
    return line;
  }

  async *take(count: number): AsyncGenerator<Buffer> {
    this.#hash.update(this.#line);
    this.#line = '';
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0) await this.#more();
      const part = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(part.length);
      this.#hash.update(part);
      left -= part.length;
      yield part;
    }
  }

  hashBeforeLine(): string {
    return this.#hash.copy().digest('hex');
  }

  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && Boolean((await this.#chunks.next()).done);
  }

  async #more() {
    const next = await this.#chunks.next();
    if (next.done) throw new Error('it ends too early');
    this.#rest = next.value;
  }
}
