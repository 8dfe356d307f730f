import { configure, type Entry, type FileEntry, HttpRangeReader, ZipReader } from '@zip.js/zip.js';

// The content security policy forbids workers from blob URLs.
configure({ useWebWorkers: false });

/** Longest part of an archive that is requested at once. A longer directory is refused before it is read. */
const maxBytesAtOnce = 8 * 1024 * 1024;
const maxEntries = 5000;
/** Largest file whose text is displayed. */
export const maxTextBytes = 512 * 1024;

export type ArchiveFile = {
  /** Names of the folders and the file. */
  path: readonly string[];
  size: number;
  isEncrypted: boolean;
  /** Returns the bytes of the file. Throws if it is larger than `maxTextBytes`, whatever the directory says. */
  read: (signal: AbortSignal) => Promise<Uint8Array>;
};

export type Archive = {
  files: ArchiveFile[];
  /** True if the archive has more files than `files`. */
  isCut: boolean;
};

class LimitedReader extends HttpRangeReader {
  override async readUint8Array(index: number, length: number) {
    if (length > maxBytesAtOnce) throw new Error('The directory of the archive is too long.');
    return super.readUint8Array(index, length);
  }
}

/** Reads the directory of a ZIP archive with a few range requests, without reading the files. */
export async function readArchive(url: string): Promise<Archive> {
  // Names are only displayed, so names that lead out of the archive's folder are harmless.
  const zip = new ZipReader(new LimitedReader(url), { filenameValidation: 'tolerant' });
  const files: ArchiveFile[] = [];
  for await (const entry of zip.getEntriesGenerator()) {
    if (files.length === maxEntries) return { files, isCut: true };
    if (!entry.directory && toPath(entry).length > 0) files.push(toFile(entry));
  }
  return { files, isCut: false };
}

function toFile(entry: FileEntry): ArchiveFile {
  return {
    path: toPath(entry),
    size: entry.uncompressedSize,
    isEncrypted: entry.encrypted,
    read: (signal) => readEntry(entry, signal),
  };
}

const toPath = ({ filename }: Entry) =>
  filename.split(/[/\\]/).filter((part) => part !== '' && part !== '.');

async function readEntry(entry: FileEntry, signal: AbortSignal): Promise<Uint8Array> {
  const content = new Uint8Array(maxTextBytes);
  let length = 0;
  const writable = new WritableStream<Uint8Array>({
    write(part) {
      if (length + part.length > maxTextBytes) throw new Error('The file is too large.');
      content.set(part, length);
      length += part.length;
    },
  });
  await entry.getData(writable, { signal });
  return content.subarray(0, length);
}
