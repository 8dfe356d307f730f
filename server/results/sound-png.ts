import { inflateSync } from 'node:zlib';

const signature = '89504e470d0a1a0a';
const mostPixels = 4_000_000;
/** Samples in a pixel, by PNG's colour types. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Whether the picture can be unpacked to its end. pdfkit unpacks one with transparency in a callback, where what is
 * damaged would end the process.
 */
export function isSoundPng(png: Buffer): boolean {
  if (png.subarray(0, 8).toString('hex') !== signature) return false;
  try {
    const chunks = chunksOf(png);
    const header = chunks.find(({ type }) => type === 'IHDR')?.data;
    if (!header) return false;
    const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
    const [depth, colour, interlaced] = [header[8] ?? 0, header[9] ?? 0, header[12]];
    const rowBytes = 1 + Math.ceil((width * depth * (samples[colour] ?? Number.NaN)) / 8);
    if (interlaced !== 0 || !(width * height <= mostPixels) || !(rowBytes > 1)) return false;
    const data = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])));
    const rows = inflateSync(data, { maxOutputLength: rowBytes * height });
    if (rows.length !== rowBytes * height) return false;
    return Array.from({ length: height }, (_, row) => rows[row * rowBytes] ?? 5).every(
      (filter) => filter <= 4,
    );
  } catch {
    return false;
  }
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}
