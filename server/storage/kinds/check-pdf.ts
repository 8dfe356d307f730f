import type { Fault } from './fault.ts';
import type { RangeReader } from './range-reader.ts';

const startBytes = 1024;
/** Some programs append a few bytes to a complete file. */
const endBytes = 4096;

const object = /\d\s+\d+\s+obj\b/;

/** A PDF ends with the offset of its cross-reference table, or of the stream that replaces the table. */
export async function findPdfFault(file: RangeReader): Promise<Fault | undefined> {
  const start = (await file.read(0, startBytes)).toString('latin1');
  if (!start.startsWith('%PDF-')) return 'other-kind';
  if (file.size < linearizedLength(start)) return 'cut-off';

  const end = (await file.readEnd(endBytes)).bytes.toString('latin1');
  const marker = [...end.matchAll(/startxref\s+(\d{1,15})\s+%%EOF/g)].at(-1);
  if (!marker) return 'cut-off';
  // A linearized file has a first marker with offset 0 before most of its pages.
  const tableStart = Number(marker[1]);
  if (tableStart === 0 || tableStart >= file.size) return 'cut-off';
  // Objects after the last marker belong to an update that was not copied completely.
  if (object.test(end.slice(marker.index + marker[0].length))) return 'cut-off';

  // Readers tolerate an offset that is slightly wrong.
  const table = await file.read(Math.max(0, tableStart - 64), 128);
  const text = table.toString('latin1');
  return text.includes('xref') || object.test(text) ? undefined : 'damaged';
}

/** Returns the length that a linearized PDF states of itself, else 0. */
function linearizedLength(start: string): number {
  const dictionary = /\/Linearized[^>]*/.exec(start)?.[0] ?? '';
  const before = /<<[^>]*\/Linearized/.exec(start)?.[0] ?? '';
  return Number(/\/L\s+(\d{1,15})/.exec(before + dictionary)?.[1] ?? 0);
}
