import type { FileFault } from './fault.ts';
import { edgeBytes, type RangeReader } from './range-reader.ts';

const header = '%PDF-';
/** Some scanners and web servers add lines before the PDF header, which PDF readers tolerate. */
const maxPrefixBytes = 1024;
/** Number of bytes at the end of a file in which to search for the end marker: some programs append bytes to it. */
const endBytes = 4096;
const encryption = /\/Encrypt\s*(?:<<|\d{1,10}\s+\d{1,5}\s+R)/;

/** Checks that a PDF has its end, and is not encrypted. */
export async function findPdfFault(file: RangeReader): Promise<FileFault | undefined> {
  const start = (await file.read(0, edgeBytes)).toString('latin1');
  const prefix = start.indexOf(header);
  if (prefix < 0) return 'other-kind';
  if (prefix > maxPrefixBytes) return 'late-start';
  // A linearized PDF has an additional end marker near its start, so compare its size with the declared one.
  const declared = /<<[^>]*\/Linearized[^>]*>>/.exec(start.slice(prefix, prefix + 1024))?.[0];
  const size = Number(/\/L\s+(\d{1,15})/.exec(declared ?? '')?.[1] ?? 0);
  if (file.size - prefix < size) return 'cut-off';

  const end = (await file.readEnd(edgeBytes)).toString('latin1');
  const marker = [...end.slice(-endBytes).matchAll(/startxref\s+(\d{1,15})\s+%%EOF/g)].at(-1);
  if (!marker) return 'cut-off';
  // The trailer is at the end, in the cross-reference stream, or, in a linearized PDF, near the start.
  const table = (await file.read(Number(marker[1]), endBytes)).toString('latin1');
  return [end, table, start].some((part) => encryption.test(part)) ? 'encrypted' : undefined;
}
