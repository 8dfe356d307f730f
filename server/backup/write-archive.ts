import { createHash, type Hash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '#server/storage/disk.ts';
import {
  type FileLine,
  type Header,
  type RowLine,
  type Totals,
  verified,
} from './archive-format.ts';
import { GzipFile } from './gzip-file.ts';

export type Content =
  | { header: Header }
  | { rows: readonly RowLine[] }
  | { file: FileLine; content: AsyncIterable<Buffer> };

const lineOf = (value: unknown) => `${JSON.stringify(value)}\n`;

/** Gets its own name only when whole and on the disk. Throws `Refused` for a file that differs from its line. */
export async function writeArchive(
  path: string,
  contents: AsyncIterable<Content>,
): Promise<Totals & { size: number; sha256: string }> {
  const partial = `${path}.partial`;
  const archive = await GzipFile.open(partial);
  try {
    const totals = await writeContents(archive, contents);
    const taken = { ...totals, ...(await archive.close()) };
    await rename(partial, path);
    await syncFolder(dirname(path));
    return taken;
  } catch (error) {
    await archive.abandon();
    await rm(partial, { force: true });
    throw error;
  }
}

/** Only rows are compressed: PDF, zip and pictures cannot shrink, and trying takes most of the time. */
async function writeContents(archive: GzipFile, contents: AsyncIterable<Content>): Promise<Totals> {
  const totals: Totals = { rows: 0, files: 0, bytes: 0 };
  const hash = createHash('sha256');
  const compress = async (text: string) => {
    hash.update(text);
    await archive.compress(text);
  };
  for await (const part of contents) {
    if ('header' in part) {
      await compress(lineOf(part.header));
    } else if ('rows' in part) {
      await compress(part.rows.map(lineOf).join(''));
      totals.rows += part.rows.length;
    } else {
      await archive.store(hashed(hash, aFile(part)));
      totals.files += 1;
      totals.bytes += part.file.size;
    }
  }
  await archive.compress(lineOf({ end: totals, sha256: hash.digest('hex') }));
  return totals;
}

async function* aFile({ file, content }: { file: FileLine; content: AsyncIterable<Buffer> }) {
  yield Buffer.from(lineOf(file));
  yield* verified(content, file);
  yield Buffer.from('\n');
}

async function* hashed(hash: Hash, parts: AsyncIterable<Buffer>) {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}
