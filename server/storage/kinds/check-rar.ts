import { crc32 } from 'node:zlib';
import type { FileFault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

const rar5Start = Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1');
const rar4Start = Buffer.from('Rar!\x1a\x07\x00', 'latin1');
const startBytes = 64 * 1024;
/** Number of bytes to search for the end block, because some programs append bytes after it. */
const endBytes = 1024;

export async function findRarFault(file: RangeReader): Promise<FileFault | undefined> {
  const start = await file.read(0, startBytes);
  const format = start.subarray(0, rar5Start.length).equals(rar5Start)
    ? rar5
    : start.subarray(0, rar4Start.length).equals(rar4Start)
      ? rar4
      : undefined;
  if (!format) return 'other-kind';
  const fault = format.findStartFault(start);
  if (fault) return fault;
  const { bytes } = await file.readEnd(endBytes);
  for (let at = bytes.length - format.shortestEnd; at >= 0; at -= 1) {
    const end = format.parseEnd(bytes, at);
    if (end) return end.hasNextVolume ? 'one-of-several' : undefined;
  }
  return 'cut-off';
}

type Format = {
  findStartFault: (start: Buffer) => FileFault | undefined;
  shortestEnd: number;
  parseEnd: (bytes: Buffer, at: number) => { hasNextVolume: boolean } | undefined;
};

const types5 = { main: 1, file: 2, encryption: 4, end: 5 };

const rar5: Format = {
  findStartFault(start) {
    const main = parseBlock5(start, rar5Start.length);
    if (main?.type === types5.encryption) return 'protected';
    if (main?.type !== types5.main) return 'cut-off';
    if (parseNumber(main.fields, 0).value & 2) return 'one-of-several';
    let block = parseBlock5(start, main.end);
    while (block && block.type !== types5.file) block = parseBlock5(start, block.end);
    return block && hasRecord5(block.extra, 1) ? 'protected' : undefined;
  },
  shortestEnd: 8,
  parseEnd(bytes, at) {
    const block = parseBlock5(bytes, at);
    return block?.type === types5.end
      ? { hasNextVolume: (parseNumber(block.fields, 0).value & 1) === 1 }
      : undefined;
  },
};

const rar4: Format = {
  findStartFault(start) {
    const at = rar4Start.length;
    if (start.length < at + 13 || start[at + 2] !== 0x73) return 'cut-off';
    const flags = start.readUInt16LE(at + 3);
    if (flags & 0x0080) return 'protected';
    if (flags & 0x0001 && !(flags & 0x0100)) return 'one-of-several';
    const file = findFile4(start, at + start.readUInt16LE(at + 5));
    return file !== undefined && start.readUInt16LE(file + 3) & 0x0004 ? 'protected' : undefined;
  },
  shortestEnd: 7,
  parseEnd(bytes, at) {
    const size = bytes.readUInt16LE(at + 5);
    if (bytes[at + 2] !== 0x7b || size < 7 || at + size > bytes.length) return undefined;
    const sum = crc32(bytes.subarray(at + 2, at + size)) & 0xffff;
    if (sum !== bytes.readUInt16LE(at)) return undefined;
    return { hasNextVolume: (bytes.readUInt16LE(at + 3) & 1) === 1 };
  },
};

/** Returns the offset of the first file block. Other blocks, such as a comment, may come before it. */
function findFile4(bytes: Buffer, from: number): number | undefined {
  let at = from;
  while (at + 11 <= bytes.length && bytes[at + 2] !== 0x74) {
    const dataBytes = bytes.readUInt16LE(at + 3) & 0x8000 ? bytes.readUInt32LE(at + 7) : 0;
    at += Math.max(7, bytes.readUInt16LE(at + 5)) + dataBytes;
  }
  return at + 11 <= bytes.length ? at : undefined;
}

type Block5 = { type: number; fields: Buffer; extra: Buffer; end: number };

function parseBlock5(bytes: Buffer, at: number): Block5 | undefined {
  const size = parseNumber(bytes, at + 4);
  const end = size.end + size.value;
  if (size.value < 2 || end > bytes.length) return undefined;
  if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32LE(at)) return undefined;
  const type = parseNumber(bytes, size.end);
  const flags = parseNumber(bytes, type.end);
  const absent = { value: 0, end: flags.end };
  const extra = flags.value & 1 ? parseNumber(bytes, flags.end) : absent;
  const data = flags.value & 2 ? parseNumber(bytes, extra.end) : { value: 0, end: extra.end };
  const extraStart = Math.max(data.end, end - extra.value);
  return {
    type: type.value,
    fields: bytes.subarray(data.end, extraStart),
    extra: bytes.subarray(extraStart, end),
    end: end + data.value,
  };
}

function hasRecord5(extra: Buffer, type: number): boolean {
  let at = 0;
  while (at < extra.length) {
    const size = parseNumber(extra, at);
    if (parseNumber(extra, size.end).value === type) return true;
    at = size.end + size.value;
  }
  return false;
}

/** Parses a variable-length number with 7 bits per byte. Every byte but the last has its highest bit set. */
function parseNumber(bytes: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[at + index] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return { value, end: at + 10 };
}
