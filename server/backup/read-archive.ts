import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { pieceBytes } from '#server/storage/disk.ts';
import {
  type FileLine,
  format,
  Header,
  Line,
  Refused,
  type RowLine,
  type Totals,
  verified,
} from './archive-format.ts';

/** A file's content can be read until the next part is asked for. */
export type Part =
  | { header: Header }
  | RowLine
  | { file: FileLine; content: AsyncIterable<Buffer> };

/** Far above the longest row, so that a damaged file does not fill the memory. */
const longestLine = 16 * 1024 * 1024;

/** Verifies every size and hash, up to a fitting end line. `onBytes`: of the file itself. Throws `Refused`. */
export async function* readArchive(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<Part> {
  const gunzip = createGunzip({ chunkSize: pieceBytes });
  const source = createReadStream(path, { highWaterMark: pieceBytes });
  const told = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      onBytes(chunk.length);
      yield chunk;
    }
  };
  const unzipping = pipeline(source, told, gunzip).catch(() => {});
  const bytes = new Bytes(gunzip);
  try {
    yield { header: headerIn(parsed(await bytes.line())) };
    const totals: Totals = { rows: 0, files: 0, bytes: 0 };
    for (;;) {
      const { data: line } = Line.safeParse(parsed(await bytes.line()));
      if (!line) throw new Error('it has a line of no known kind');
      if ('end' in line) {
        const isRight =
          line.sha256 === bytes.hashBeforeLine() &&
          line.end.rows === totals.rows &&
          line.end.files === totals.files &&
          line.end.bytes === totals.bytes;
        if (!isRight || !(await bytes.isOver())) throw new Error('it does not add up');
        return;
      }
      if ('table' in line) {
        totals.rows += 1;
        yield line;
      } else {
        const content = refusing(path, verified(bytes.take(line.size), line));
        yield { file: line, content };
        for await (const _unread of content);
        if ((await bytes.line()) !== '') throw new Error(`${line.file} is longer than it says`);
        totals.files += 1;
        totals.bytes += line.size;
      }
    }
  } catch (error) {
    throw refusal(path, error);
  } finally {
    gunzip.destroy();
    await unzipping;
  }
}

/** Reads nothing after it. Throws `Refused`. */
export async function headerOf(path: string): Promise<Header> {
  for await (const part of readArchive(path)) if ('header' in part) return part.header;
  throw new Refused('This is no archive of the portal.');
}

/** Every error as a refusal: content is read outside of `readArchive`, which cannot catch it. */
async function* refusing(path: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw refusal(path, error);
  }
}

function refusal(path: string, error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (!(error instanceof Error)) return new Refused(String(error));
  if ('syscall' in error)
    return new Refused(`The archive ${path} cannot be read: ${error.message}`);
  return new Refused(`The archive is damaged: ${error.message}.`);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error('it has a line that is no JSON');
  }
}

function headerIn(line: unknown): Header {
  const header = Header.safeParse(line);
  if (header.success) return header.data;
  const isOurs =
    typeof line === 'object' && line !== null && 'format' in line && line.format === format;
  throw new Refused(
    isOurs
      ? 'The archive is of another version of the format than this portal reads.'
      : 'This is no archive of the portal.',
  );
}

class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash = createHash('sha256');
  #rest: Buffer = Buffer.alloc(0);
  /** Not in the hash yet: the end line's hash is of what comes before it. */
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
      if (length > longestLine) throw new Error('it has a line without an end');
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
