import type { FileFault } from './fault.ts';
import { needsPassword, type PdfTrailer } from './pdf-encryption.ts';
import type { RangeReader } from './range-reader.ts';

const header = '%PDF-';
/** Scanners and web servers may add lines before a PDF. Like PDF readers, accept up to 1 KiB. */
const maxPrefixBytes = 1024;
const startBytes = 64 * 1024;
/** Some programs append bytes after the end marker, so search the last 4 KiB. */
const endBytes = 4096;
const trailerBytes = 64 * 1024;

const object = /\d\s+\d+\s+obj\b/;

/** Checks that the PDF ends with the offset of a cross-reference table or stream, and needs no password. */
export async function findPdfFault(file: RangeReader): Promise<FileFault | undefined> {
  const start = (await file.read(0, startBytes)).toString('latin1');
  const prefix = start.indexOf(header);
  if (prefix < 0) return 'other-kind';
  if (prefix > maxPrefixBytes) return 'late-start';
  if (file.size - prefix < readLinearizedLength(start.slice(prefix, prefix + 1024))) {
    return 'cut-off';
  }

  const end = (await file.readEnd(endBytes)).bytes.toString('latin1');
  const marker = [...end.matchAll(/startxref\s+(\d{1,15})\s+%%EOF/g)].at(-1);
  if (!marker) return 'cut-off';
  // The first marker of a linearized file has offset 0 and precedes most of its pages.
  const tableStart = Number(marker[1]);
  if (tableStart === 0 || tableStart >= file.size) return 'cut-off';
  // Objects after the last marker belong to an incompletely copied update.
  if (object.test(end.slice(marker.index + marker[0].length))) return 'cut-off';

  const before = end.slice(0, marker.index);
  const trailer =
    (await findTrailer(file, tableStart, before)) ??
    (prefix > 0 ? await findTrailer(file, tableStart + prefix, before) : undefined);
  if (!trailer) return 'damaged';
  return (await needsPassword(file, trailer)) ? 'protected' : undefined;
}

/** Finds the trailer near this offset. Like PDF readers, tolerates slightly wrong offsets. */
async function findTrailer(
  file: RangeReader,
  tableStart: number,
  end: string,
): Promise<PdfTrailer | undefined> {
  const bytes = await file.read(Math.max(0, tableStart - 64), trailerBytes);
  const text = bytes.toString('latin1');
  const isTable = text.slice(0, 128).includes('xref');
  if (!isTable && !object.test(text.slice(0, 128))) return undefined;
  if (!isTable) return { tableStart, text: text.split(/\bstream\b/, 1)[0] ?? '' };
  // The trailer follows the table, which may be longer than the bytes read.
  const from = text.indexOf('trailer');
  const trailer = from < 0 ? end.slice(Math.max(0, end.lastIndexOf('trailer'))) : text.slice(from);
  return { tableStart, text: trailer.split('startxref', 1)[0] ?? '' };
}

/** Returns the file length that a linearized PDF declares, or 0 for other PDFs. */
function readLinearizedLength(start: string): number {
  const dictionary = /<<[^>]*\/Linearized[^>]*>>/.exec(start)?.[0] ?? '';
  return Number(/\/L\s+(\d{1,15})/.exec(dictionary)?.[1] ?? 0);
}
