import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { FileStore } from '#server/storage/file-store.ts';
import {
  buildCentralDirectoryEnd,
  buildCentralDirectoryRecord,
  buildDataDescriptor,
  buildLocalHeader,
  type ZipEntry,
  type ZipLayout,
} from './zip-layout.ts';

export type ArchivedFile = ZipEntry & { id: string; sha256: string };

type Range = { start: number; end: number };
type Files = Pick<FileStore, 'open'>;

/**
 * Streams a byte range, both ends inclusive. Also reads all files before the range, because the end of the archive
 * contains their checksums. Throws before the last byte if a file differs from its database row.
 */
export async function* zipBytes(
  files: Files,
  archived: readonly ArchivedFile[],
  layout: ZipLayout,
  { start, end }: Range = { start: 0, end: layout.size - 1 },
): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const piece of wholeZip(files, archived, layout)) {
    const from = Math.max(0, start - at);
    const to = Math.min(piece.length, end + 1 - at);
    at += piece.length;
    if (from < to) yield piece.subarray(from, to);
    if (at > end) return;
  }
}

async function* wholeZip(
  files: Files,
  archived: readonly ArchivedFile[],
  layout: ZipLayout,
): AsyncGenerator<Buffer> {
  const checksums: number[] = [];
  for (const [index, entry] of layout.entries.entries()) {
    yield buildLocalHeader(entry);
    const file = archived[index] as ArchivedFile;
    const hash = createHash('sha256');
    let crc = 0;
    let size = 0;
    for await (const chunk of files.open(file.id) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      crc = crc32(chunk, crc);
      size += chunk.length;
      yield chunk;
    }
    if (size !== file.size || hash.digest('hex') !== file.sha256) {
      throw new Error(`The file ${file.id} was altered.`);
    }
    checksums.push(crc);
    yield buildDataDescriptor(entry, crc);
  }
  for (const [index, entry] of layout.entries.entries()) {
    yield buildCentralDirectoryRecord(entry, checksums[index] ?? 0);
  }
  yield buildCentralDirectoryEnd(layout);
}
