import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { syncFolder } from '#server/files/disk.ts';
import {
  type FileLine,
  type Header,
  type RowLine,
  type Totals,
  verified,
} from './archive-format.ts';

export type Content =
  | { header: Header }
  | { rows: readonly RowLine[] }
  | { file: FileLine; content: AsyncIterable<Buffer> };

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

/**
 * Writes an archive, under its own name only when it is whole and on the disk. Memory does not grow with its size.
 * Gives its totals, and size and SHA-256 of the archive itself. Throws `Refused` for a file that is not what its line says.
 */
export async function writeArchive(
  path: string,
  contents: AsyncIterable<Content>,
): Promise<Totals & { size: number; sha256: string }> {
  const partial = `${path}.partial`;
  const totals: Totals = { rows: 0, files: 0, bytes: 0 };
  const outside = createHash('sha256');
  let size = 0;
  try {
    await pipeline(
      plain(contents, totals),
      // Most bytes are PDF and zip, which no effort makes smaller.
      createGzip({ level: constants.Z_BEST_SPEED }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          outside.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(partial, { mode: 0o600, flush: true }),
    );
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  return { ...totals, size, sha256: outside.digest('hex') };
}

/** The bytes inside the gzip stream; counts `totals` on the way. */
async function* plain(contents: AsyncIterable<Content>, totals: Totals) {
  const hash = createHash('sha256');
  const hashed = (part: string | Buffer) => {
    hash.update(part);
    return part;
  };
  for await (const part of contents) {
    if ('header' in part) {
      yield hashed(lineOf(part.header));
    } else if ('rows' in part) {
      yield hashed(part.rows.map(lineOf).join(''));
      totals.rows += part.rows.length;
    } else {
      yield hashed(lineOf(part.file));
      for await (const chunk of verified(part.content, part.file)) yield hashed(chunk);
      yield hashed('\n');
      totals.files += 1;
      totals.bytes += part.file.size;
    }
  }
  yield lineOf({ end: totals, sha256: hash.digest('hex') });
}
