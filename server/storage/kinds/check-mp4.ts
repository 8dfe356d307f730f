import type { FileFault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

/** Brands of MPEG-4 video. Other brands denote QuickTime films, audio files and pictures in the same container. */
const videoBrands = /^(isom|iso\d|mp4\d|avc1|dash|MSNV|M4V |M4VH|M4VP|f4v |mmp4|3gp\d)$/;
/** Maximum number of boxes to read, enough for a fragmented recording of three hours. */
const maxBoxes = 20_000;

type Box = { type: string; headerBytes: number; size: number };

/** Checks that an MP4 file has the brand of a video and an index of its tracks, and that no box is cut off. */
export async function findMp4Fault(file: RangeReader): Promise<FileFault | undefined> {
  const first = await readBox(file, 0);
  if (first?.type !== 'ftyp') return 'other-kind';
  const brand = (await file.read(first.headerBytes, 4)).toString('latin1');
  if (!videoBrands.test(brand)) return 'other-kind';
  let at = 0;
  let hasIndex = false;
  for (let count = 0; at < file.size && count < maxBoxes; count += 1) {
    const box = await readBox(file, at);
    // Some programs write zeros after the last box.
    if (!box && hasIndex && (await isZero(file, at))) return undefined;
    if (!box || box.size < box.headerBytes || at + box.size > file.size) return 'cut-off';
    if (box.type === 'moov') hasIndex = true;
    at += box.size;
  }
  return hasIndex ? undefined : 'cut-off';
}

/** Reads the header of a box. Returns undefined if there is none. A size of 0 means that the box ends with the file. */
async function readBox(file: RangeReader, at: number): Promise<Box | undefined> {
  const header = await file.read(at, 16);
  if (header.length < 8) return undefined;
  const type = header.toString('latin1', 4, 8);
  if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) return undefined;
  const size = header.readUInt32BE(0);
  if (size === 0) return { type, headerBytes: 8, size: file.size - at };
  if (size !== 1) return { type, headerBytes: 8, size };
  if (header.length < 16) return undefined;
  return { type, headerBytes: 16, size: Number(header.readBigUInt64BE(8)) };
}

async function isZero(file: RangeReader, at: number): Promise<boolean> {
  const rest = await file.read(at, 4096);
  return rest.every((byte) => byte === 0);
}
