import { createHash, type Hash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from '#server/storage/disk.ts';
import {
  type ArchiveHeader,
  type ArchiveTotals,
  type FileLine,
  type RowLine,
  verifyFile,
} from './archive-format.ts';
import { GzipFile } from './gzip-file.ts';

export type ArchiveContent =
  | { header: ArchiveHeader }
  | { rows: readonly RowLine[] }
  | { file: FileLine; content: AsyncIterable<Buffer> }
  | { damaged: string };

const toLine = (value: unknown) => `${JSON.stringify(value)}\n`;

/** Writes an archive to a temporary file and renames it to `path`. Throws `DamagedFileError`. */
export async function writeArchive(
  path: string,
  contents: AsyncIterable<ArchiveContent>,
): Promise<ArchiveTotals & { size: number; sha256: string }> {
  const partial = `${path}.partial`;
  const archive = await GzipFile.open(partial);
  try {
    const totals = await writeContents(archive, contents);
    const taken = { ...totals, ...(await archive.close()) };
    await rename(partial, path);
    await flushFolder(dirname(path));
    return taken;
  } catch (error) {
    await archive.abandon();
    await rm(partial, { force: true });
    throw error;
  }
}

/** Compresses only the rows: compressing PDFs, archives and pictures takes a long time and saves little space. */
async function writeContents(
  archive: GzipFile,
  contents: AsyncIterable<ArchiveContent>,
): Promise<ArchiveTotals> {
  const totals: ArchiveTotals = { rows: 0, files: 0, bytes: 0 };
  const hash = createHash('sha256');
  const compress = async (text: string) => {
    hash.update(text);
    await archive.compress(text);
  };
  for await (const part of contents) {
    if ('header' in part) {
      await compress(toLine(part.header));
    } else if ('rows' in part) {
      await compress(part.rows.map(toLine).join(''));
      totals.rows += part.rows.length;
    } else if ('damaged' in part) {
      await compress(toLine(part));
    } else {
      await archive.store(addToHash(hash, readFileParts(part)));
      totals.files += 1;
      totals.bytes += part.file.size;
    }
  }
  await archive.compress(toLine({ end: totals, sha256: hash.digest('hex') }));
  return totals;
}

async function* readFileParts({
  file,
  content,
}: {
  file: FileLine;
  content: AsyncIterable<Buffer>;
}) {
  yield Buffer.from(toLine(file));
  yield* verifyFile(content, file);
  yield Buffer.from('\n');
}

async function* addToHash(hash: Hash, parts: AsyncIterable<Buffer>) {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}
