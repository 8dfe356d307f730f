import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Entry, ERR_SPLIT_ZIP_FILE, Reader, ZipReader } from '@zip.js/zip.js';
import type { FileFault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

/** First bytes of a zip archive: an entry, or a marker of programs that can split archives and then an entry. */
const starts = ['PK\x03\x04', 'PK\x07\x08PK\x03\x04', 'PK00PK\x03\x04'];
const splitMarkerBytes = 4;
/** First bytes of an archive without entries. */
const emptyStart = 'PK\x05\x06';
/** Maximum number of bytes to read at once, enough for the directory of about 80,000 entries. */
const maxBytesAtOnce = 8 * 1024 * 1024;
/** Number of entries to check before yielding to other requests. */
const entriesAtOnce = 250;

/** Files that are not a student's work: written by systems, or links to files elsewhere. */
const clutter =
  /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)|\.(lnk|url|webloc|desktop|gdoc|gsheet|gslides)$/i;

class TooLongError extends Error {}

class StoredFileReader extends Reader<RangeReader> {
  readonly #file: RangeReader;
  /** Error of the storage, which says nothing about the archive. */
  failure: unknown;

  constructor(file: RangeReader) {
    super(file);
    this.#file = file;
    this.size = file.size;
  }

  override async readUint8Array(start: number, length: number): Promise<Uint8Array> {
    if (length > maxBytesAtOnce) throw new TooLongError();
    try {
      return await this.#file.read(start, length);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

/**
 * Reads the directory of a zip archive: whether it is whole, and whether a file is a student's work. An Office file is an
 * archive with the folder `officeFolder`.
 */
export async function findZipFault(
  file: RangeReader,
  officeFolder = '',
): Promise<FileFault | undefined> {
  const start = (await file.read(0, 8)).toString('latin1');
  if (start.startsWith(emptyStart)) return 'no-entries';
  if (!starts.some((known) => start.startsWith(known))) return 'other-kind';
  const reader = new StoredFileReader(file);
  // Names are only compared, so names that lead out of the archive's folder are harmless.
  const options = { filenameValidation: 'tolerant' } as const;
  try {
    const entries = new ZipReader(reader, options).getEntriesGenerator();
    return await findEntryFault(entries, file.size, officeFolder);
  } catch (error) {
    if (reader.failure) throw reader.failure;
    if (error instanceof TooLongError) return officeFolder ? 'other-kind' : undefined;
    return error instanceof Error && error.message === ERR_SPLIT_ZIP_FILE
      ? 'one-of-several'
      : 'cut-off';
  }
}

async function findEntryFault(entries: AsyncIterable<Entry>, size: number, officeFolder: string) {
  let count = 0;
  let firstOffset = size;
  let hasWork = false;
  let isOffice = false;
  for await (const entry of entries) {
    if (entry.encrypted) return 'protected';
    if (entry.offset + entry.compressedSize > size) return 'cut-off';
    firstOffset = Math.min(firstOffset, entry.offset);
    hasWork ||= !entry.directory && !clutter.test(entry.filename);
    isOffice ||= entry.filename.startsWith(officeFolder);
    count += 1;
    if (count % entriesAtOnce === 0) await nextTurn();
  }
  // The file begins with an entry. If the directory has another beginning, it is that of an archive in a cut archive.
  if (firstOffset > splitMarkerBytes) return 'cut-off';
  if (!isOffice) return 'other-kind';
  return hasWork ? undefined : 'only-clutter';
}
