import { mostImportRows } from '#contract/imports.ts';
import { recordsOfCsv } from './read-csv.ts';
import { type Table, TableError, tableOf } from './table.ts';

const MB = 1024 * 1024;
const mostBytes = 10 * MB;

/** What a file begins with: a zip archive, as .xlsx is, or the container of .xls. */
const zip = [0x50, 0x4b, 0x03, 0x04];
const oldExcel = [0xd0, 0xcf, 0x11, 0xe0];

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** CSV in any of its forms, or the first sheet of a workbook. Throws `TableError`. */
export async function readTable(file: Blob): Promise<Table> {
  if (file.size > mostBytes) {
    throw new TableError('The file is larger than 10 MB. Divide it, or save only its first sheet.');
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (beginsWith(bytes, oldExcel)) {
    throw new TableError('This is a file of an old Excel (.xls). Save it as .xlsx or as CSV.');
  }
  if (!beginsWith(bytes, zip)) return tableOf(await recordsOfCsv(bytes), mostImportRows);
  // Only who imports a workbook loads what reads one.
  const { recordsOfWorkbook } = await import('./read-workbook.ts');
  const { records, sheet } = await recordsOfWorkbook(bytes);
  return tableOf(records, mostImportRows, sheet);
}
