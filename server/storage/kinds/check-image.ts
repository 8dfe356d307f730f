import type { FileFault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

const endBytes = 64 * 1024;

const pngStart = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const pngEnd = Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1');

export async function findPngFault(file: RangeReader): Promise<FileFault | undefined> {
  const start = await file.read(0, pngStart.length);
  if (!start.equals(pngStart.subarray(0, Math.max(8, start.length)))) return 'other-kind';
  return (await file.readEnd(endBytes)).bytes.includes(pngEnd) ? undefined : 'cut-off';
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const jpegEnd = Buffer.from([0xff, 0xd9]);
const startOfScan = 0xda;
const maxSegments = 1000;
const maxScanBytes = 32 * 1024 * 1024;

/** Checks for an end marker after the start of a JPEG's pixel data. Earlier ones may belong to an embedded preview. */
export async function findJpegFault(file: RangeReader): Promise<FileFault | undefined> {
  if (!(await file.read(0, 3)).equals(jpegStart)) return 'other-kind';
  const pixels = await findPixels(file);
  if (pixels === undefined) return 'cut-off';
  const tailStart = Math.max(pixels, file.size - endBytes);
  if ((await file.read(tailStart, endBytes)).includes(jpegEnd)) return undefined;
  const last = Math.min(tailStart, pixels + maxScanBytes);
  for (let at = pixels; at < last; at += endBytes) {
    // The two-byte end marker may span two reads.
    if ((await file.read(at, endBytes + 1)).includes(jpegEnd)) return undefined;
  }
  return 'cut-off';
}

/** Returns the offset of a JPEG's pixel data, or undefined if the file ends before it. */
async function findPixels(file: RangeReader): Promise<number | undefined> {
  let at = 2;
  for (let count = 0; count < maxSegments; count += 1) {
    const segment = await file.read(at, 4);
    if (segment.length < 4 || segment[0] !== 0xff) return undefined;
    // Any number of 0xff fill bytes may precede a marker.
    if (segment[1] === 0xff) at += 1;
    else if (segment[1] === startOfScan) return at;
    else at += 2 + segment.readUInt16BE(2);
  }
  return undefined;
}
