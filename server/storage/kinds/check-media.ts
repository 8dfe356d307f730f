import type { FileFault } from './fault.ts';
import { edgeBytes, type RangeReader } from './range-reader.ts';

const pngEnd = Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1');
const jpegEnd = Buffer.from([0xff, 0xd9]);
/** Phones append a film to some pictures, so that the end of the picture is far from that of the file. */
const film = /MotionPhoto|MicroVideo/;
/** Maximum number of boxes to read, enough for a fragmented recording of three hours. */
const maxBoxes = 20_000;

export async function findPngFault(file: RangeReader): Promise<FileFault | undefined> {
  if (!['png', 'apng'].includes(await file.detectType())) return 'other-kind';
  return (await file.readEnd(edgeBytes)).includes(pngEnd) ? undefined : 'cut-off';
}

export async function findJpegFault(file: RangeReader): Promise<FileFault | undefined> {
  if ((await file.detectType()) !== 'jpg') return 'other-kind';
  const end = await file.readEnd(edgeBytes);
  if (end.includes(jpegEnd) || film.test(end.toString('latin1'))) return undefined;
  const start = await file.read(0, edgeBytes);
  return film.test(start.toString('latin1')) ? undefined : 'cut-off';
}

/** Checks that a video contains its index of tracks, which recorders write last, and that no box is cut off. */
export async function findMp4Fault(file: RangeReader): Promise<FileFault | undefined> {
  if (!['mp4', 'm4v', 'f4v', '3gp'].includes(await file.detectType())) return 'other-kind';
  let at = 0;
  let hasIndex = false;
  for (let count = 0; at < file.size && count < maxBoxes; count += 1) {
    const header = await file.read(at, 16);
    if (header.length < 8) break;
    const size = header.readUInt32BE(0);
    hasIndex ||= header.toString('latin1', 4, 8) === 'moov';
    if (size === 1 && header.length === 16) at += Number(header.readBigUInt64BE(8));
    // The last box may have no declared size, and zeros may follow it.
    else if (size === 0) at = file.size;
    else if (size >= 8) at += size;
    else return 'cut-off';
  }
  return hasIndex && at <= file.size ? undefined : 'cut-off';
}

/** Recognises the first part of a split archive by its name, and encrypted names of files by the archive's header. */
export async function findRarFault(
  file: RangeReader,
  name: string,
): Promise<FileFault | undefined> {
  if ((await file.detectType()) !== 'rar') return 'other-kind';
  if (/\.(part\d+|r\d+)\.rar$/i.test(name)) return 'one-of-several';
  const start = await file.read(0, 14);
  if (start.length < 14) return 'cut-off';
  const isVersion5 = start[6] === 1;
  const isEncrypted = isVersion5 ? start[13] === 4 : (start[10] ?? 0) & 0x80;
  return isEncrypted ? 'protected' : undefined;
}
