import type { FileFault } from './fault.ts';
import { needsPdfPassword, type PdfTrailer } from './pdf-encryption.ts';
import type { RangeReader } from './range-reader.ts';

const header = '%PDF-';
/** Some scanners and web servers add lines before the PDF header, which PDF readers tolerate. */
const maxPrefixBytes = 1024;
const startBytes = 64 * 1024;
/** Number of bytes at the end of a file in which to search for the end marker: some programs append bytes to it. */
const endBytes = 4096;
const trailerBytes = 64 * 1024;

const object = /\d\s+\d+\s+obj\b/;

/** Checks that a PDF ends with the offset of a cross-reference table or stream, and needs no password. */
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
  // A linearized PDF has an additional end marker, with offset 0, near its start. If no other end marker follows, the
  // remaining pages are missing.
  const tableStart = Number(marker[1]);
  if (tableStart === 0 || tableStart >= file.size) return 'cut-off';
  // Objects after the last end marker belong to an incremental update that was cut off.
  if (object.test(end.slice(marker.index + marker[0].length))) return 'cut-off';

  const before = end.slice(0, marker.index);
  const trailer =
    (await findTrailer(file, tableStart, before)) ??
    (prefix > 0 ? await findTrailer(file, tableStart + prefix, before) : undefined);
  if (!trailer) return 'damaged';
  return (await needsPdfPassword(file, trailer)) ? 'protected' : undefined;
}

/** Finds the PDF trailer near the offset `tableStart`. Tolerates a slightly wrong offset, as PDF readers do. */
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
  // If the cross-reference table is long, `text` ends before the trailer, so look for it at the end of the file.
  const from = text.indexOf('trailer');
  const trailer = from < 0 ? end.slice(Math.max(0, end.lastIndexOf('trailer'))) : text.slice(from);
  return { tableStart, text: trailer.split('startxref', 1)[0] ?? '' };
}

function readLinearizedLength(start: string): number {
  const dictionary = /<<[^>]*\/Linearized[^>]*>>/.exec(start)?.[0] ?? '';
  return Number(/\/L\s+(\d{1,15})/.exec(dictionary)?.[1] ?? 0);
}
