import type { OpenFiles } from '#server/storage/file-store.ts';
import type { ChecksumCache, Turns } from './checksums.ts';
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
type ZipSource = {
  files: OpenFiles;
  checksums: ChecksumCache;
  job: Turns;
};
/** A part of the archive. `read` returns the bytes between two positions of the part; `end` is exclusive. */
type Part = { size: number; read: (start: number, end: number) => AsyncIterable<Buffer> };

/**
 * Streams a byte range, both ends inclusive, and reads nothing before it. Throws before the last byte if a file differs
 * from its database row. A file that the range contains in part is not hashed: its checksum in the archive reveals damage.
 */
export async function* zipBytes(
  source: ZipSource,
  archived: readonly ArchivedFile[],
  layout: ZipLayout,
  { start, end }: Range = { start: 0, end: layout.size - 1 },
): AsyncGenerator<Buffer> {
  let at = 0;
  for (const { size, read } of listParts(source, archived, layout)) {
    const from = Math.max(0, start - at);
    const to = Math.min(size, end + 1 - at);
    if (from < to) yield* read(from, to);
    at += size;
    if (at > end) return;
  }
}

function* listParts(
  source: ZipSource,
  archived: readonly ArchivedFile[],
  layout: ZipLayout,
): Generator<Part> {
  const { files, checksums, job } = source;
  const checksumOf = (file: ArchivedFile) => checksums.get(files, file, job);
  const entries = layout.entries.map((entry, index) => ({
    entry,
    file: archived[index] as ArchivedFile,
  }));
  for (const { entry, file } of entries) {
    yield toPart(buildLocalHeader(entry));
    yield contentOf(source, file);
    yield toPart(buildDataDescriptor(entry, 0), async () =>
      buildDataDescriptor(entry, await checksumOf(file)),
    );
  }
  for (const { entry, file } of entries) {
    yield toPart(buildCentralDirectoryRecord(entry, 0), async () =>
      buildCentralDirectoryRecord(entry, await checksumOf(file)),
    );
  }
  yield toPart(buildCentralDirectoryEnd(layout));
}

/** Returns a part with the size of `sample`. `build` returns its bytes, which are computed only if the range needs them. */
const toPart = (sample: Buffer, build: () => Buffer | Promise<Buffer> = () => sample): Part => ({
  size: sample.length,
  async *read(start, end) {
    yield (await build()).subarray(start, end);
  },
});

const contentOf = ({ files, checksums }: ZipSource, file: ArchivedFile): Part => ({
  size: file.size,
  read: (start, end) =>
    start === 0 && end === file.size
      ? checksums.readAndVerify(files, file)
      : readSection(files, file, start, end),
});

async function* readSection(
  files: ZipSource['files'],
  { id }: ArchivedFile,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of files.open(id, { start, end: end - 1 })) {
    bytes += chunk.length;
    yield chunk;
  }
  if (bytes !== end - start) throw new Error(`The file ${id} was altered.`);
}
