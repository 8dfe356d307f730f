import { TableError } from '#client/imports/table-error.ts';
import { readCsv } from './csv.ts';
import type { Sheet } from './sheet.ts';
import { readXlsx } from './xlsx.ts';
import { openZip } from './zip.ts';

const mostBytes = 10 * 1024 * 1024;

/** What a file begins with: a zip archive, as .xlsx is, or the container of .xls. */
const zip = [0x50, 0x4b, 0x03, 0x04];
const oldExcel = [0xd0, 0xcf, 0x11, 0xe0];

const beginsWith = (bytes: Uint8Array, start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte);

/** Reads CSV in any of its forms, or a sheet of a workbook. Throws `TableError`. */
export async function readFile(file: Blob): Promise<Sheet> {
  if (file.size > mostBytes) {
    throw new TableError('The file is larger than 10 MB. Divide it, or save only its first sheet.');
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (beginsWith(bytes, oldExcel)) {
    throw new TableError('This is a file of an old Excel (.xls). Save it as .xlsx or as CSV.');
  }
  return beginsWith(bytes, zip) ? readWorkbook(bytes) : readCsv(bytes);
}

function readWorkbook(bytes: Uint8Array): Sheet {
  try {
    return readXlsx(openZip(bytes));
  } catch (error) {
    if (error instanceof TableError) throw error;
    throw new TableError(
      'The workbook is damaged or has a password. Open it in Excel, save it again as .xlsx or as CSV, and choose that file.',
    );
  }
}
