import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileFault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

const signatures = {
  entry: 'PK\x03\x04',
  directoryEntry: 'PK\x01\x02',
  directorySignature: 'PK\x05\x05',
  end: 'PK\x05\x06',
  end64: 'PK\x06\x06',
  end64Locator: 'PK\x06\x07',
};
/** Signatures before the first entry of a zip archive, written by programs that can split archives. */
const splitMarkers = ['PK\x07\x08', 'PK00'];
const encryptedBit = 1;
const endBytes = 22;
const maxCommentBytes = 0xffff;
const directoryEntryBytes = 46;
/** Maximum number of bytes of the central directory to check, enough for about 80,000 entries. */
const maxDirectoryBytes = 8 * 1024 * 1024;
/** Number of entries to check before yielding to other requests. Checking them takes about 3 ms. */
const entriesAtOnce = 2500;

/** Files that are not a student's work: written by systems, or links to files elsewhere. */
const clutter =
  /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)|\.(lnk|url|webloc|desktop|gdoc|gsheet|gslides)$/i;

const isWork = (name: string) => !name.endsWith('/') && !clutter.test(name);

type Directory = { start: number; size: number; end: number; isOneOfSeveral: boolean };

const startsWith = (bytes: Buffer, signature: string, at = 0) =>
  bytes.toString('latin1', at, at + signature.length) === signature;

/** Checks the directory of a zip archive: the place of each entry, and whether one is a student's work. */
export async function findZipFault(file: RangeReader): Promise<FileFault | undefined> {
  const start = await file.read(0, 8);
  if (startsWith(start, signatures.end)) return 'no-entries';
  const isMarked = splitMarkers.some((marker) => startsWith(start, marker));
  if (!startsWith(start, signatures.entry, isMarked ? 4 : 0)) return 'other-kind';
  const directory = await findDirectory(file);
  if (!directory) return 'cut-off';
  if (directory.isOneOfSeveral) return 'one-of-several';
  if (directory.start + directory.size > directory.end) return 'cut-off';
  // Some programs write offsets that do not include the 4-byte split marker at the start of the file.
  const isMarkerCounted = directory.start + directory.size + 4 !== directory.end;
  if (isMarked && !isMarkerCounted) directory.start += 4;
  const bytes = await file.read(directory.start, Math.min(directory.size, maxDirectoryBytes));
  return findEntryFault(bytes, directory);
}

async function findDirectory(file: RangeReader): Promise<Directory | undefined> {
  const { start, bytes } = await file.readEnd(endBytes + maxCommentBytes);
  let at = bytes.lastIndexOf(signatures.end, bytes.length, 'latin1');
  while (at >= 0 && !isWholeEnd(bytes, at)) {
    at = at === 0 ? -1 : bytes.lastIndexOf(signatures.end, at - 1, 'latin1');
  }
  if (at < 0) return undefined;
  const end = start + at;
  const directory = {
    isOneOfSeveral: bytes.readUInt16LE(at + 4) !== bytes.readUInt16LE(at + 6),
    size: bytes.readUInt32LE(at + 12),
    start: bytes.readUInt32LE(at + 16),
    end,
  };
  const disk = bytes.readUInt16LE(at + 4);
  if (disk !== 0 && disk !== 0xffff) return { ...directory, isOneOfSeveral: true };
  const locator = end < 20 ? Buffer.alloc(0) : await file.read(end - 20, 20);
  return startsWith(locator, signatures.end64Locator)
    ? readDirectory64(file, Number(locator.readBigUInt64LE(8)))
    : directory;
}

function isWholeEnd(bytes: Buffer, at: number): boolean {
  const commentStart = at + endBytes;
  return commentStart <= bytes.length && commentStart + bytes.readUInt16LE(at + 20) <= bytes.length;
}

/** Reads the zip64 end record, which exists if, for example, the archive has over 65,535 entries or exceeds 4 GB. */
async function readDirectory64(file: RangeReader, end: number): Promise<Directory | undefined> {
  const bytes = await file.read(end, 56);
  if (bytes.length < 56 || !startsWith(bytes, signatures.end64)) return undefined;
  return {
    isOneOfSeveral: bytes.readUInt32LE(16) !== 0,
    size: Number(bytes.readBigUInt64LE(40)),
    start: Number(bytes.readBigUInt64LE(48)),
    end,
  };
}

async function findEntryFault(bytes: Buffer, directory: Directory): Promise<FileFault | undefined> {
  const isWhole = bytes.length === directory.size;
  let at = 0;
  let hasWork = !isWhole;
  for (let count = 1; at < bytes.length; count += 1) {
    if (count % entriesAtOnce === 0) await nextTurn();
    if (at > 0 && startsWith(bytes, signatures.directorySignature, at)) break;
    const next = at + directoryEntryBytes;
    if (next > bytes.length && !isWhole) break;
    if (next > bytes.length || !startsWith(bytes, signatures.directoryEntry, at)) return 'damaged';
    if (bytes.readUInt16LE(at + 8) & encryptedBit) return 'protected';
    const nameBytes = bytes.readUInt16LE(at + 28);
    const extraBytes = bytes.readUInt16LE(at + 30);
    const extra = bytes.subarray(next + nameBytes, next + nameBytes + extraBytes);
    const { start, size } = readPlace(bytes, at, extra);
    if (start + 30 + nameBytes + size > directory.start) return 'damaged';
    hasWork ||= isWork(bytes.toString('utf8', next, next + nameBytes));
    at = next + nameBytes + extraBytes + bytes.readUInt16LE(at + 32);
  }
  if (at > bytes.length && isWhole) return 'damaged';
  return hasWork ? undefined : 'only-clutter';
}

/** Returns an entry's offset and compressed size. The zip64 extra field replaces 32-bit fields of 0xffffffff. */
function readPlace(bytes: Buffer, at: number, extra: Buffer) {
  const fields = [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset));
  const wide = findExtra(extra, 1);
  let used = 0;
  const [, size = 0, start = 0] = fields.map((value) => {
    if (value !== 0xffffffff || used + 8 > wide.length) return value;
    used += 8;
    return Number(wide.readBigUInt64LE(used - 8));
  });
  return { start, size };
}

function findExtra(extra: Buffer, id: number): Buffer {
  let at = 0;
  while (at + 4 <= extra.length) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, end);
    at = end;
  }
  return Buffer.alloc(0);
}
