import { createHash, type Hash } from 'node:crypto';
import type { ArchiveTarget } from './archive-file.ts';
import {
  type ArchiveHeader,
  type ArchiveTotals,
  type FileLine,
  type RowLine,
  verifyFile,
} from './archive-format.ts';
import { GzipWriter } from './gzip-writer.ts';

export type ArchiveContent =
  | { header: ArchiveHeader }
  | { rows: readonly RowLine[] }
  | { file: FileLine; content: AsyncIterable<Buffer> }
  | { damaged: string };

const toLine = (value: unknown) => `${JSON.stringify(value)}\n`;

/** Writes an archive, or leaves nothing. Throws `DamagedFileError`. */
export async function writeArchive(
  target: ArchiveTarget,
  contents: AsyncIterable<ArchiveContent>,
): Promise<ArchiveTotals & { size: number; sha256: string }> {
  const archive = new GzipWriter(await target.open());
  try {
    const totals = await writeContents(archive, contents);
    return { ...totals, ...(await archive.close()) };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

/** Compresses only the rows: compressing PDFs, archives and pictures takes a long time and saves little space. */
async function writeContents(
  archive: GzipWriter,
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
