import readWorkbook from 'read-excel-file/universal';
import { TableError } from './table.ts';

/** A long number, such as a phone’s, may stand there as 9.23E+11. */
const plainNumber = (text: string) => (/e/i.test(text) ? String(Number(text)) : text);

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00.*$/, '');
  return String(cell);
}

/** The first sheet’s rows; its name where there are others. Throws `TableError`. */
export async function recordsOfWorkbook(bytes: Uint8Array<ArrayBuffer>) {
  const sheets = await readWorkbook(bytes.buffer, { parseNumber: plainNumber }).catch(() => {
    throw new TableError(
      'The workbook is damaged or has a password. Open it in Excel, save it again as .xlsx or as CSV, and choose that file.',
    );
  });
  const [first] = sheets;
  const records = (first?.data ?? []).map((cells) => cells.map(textOf));
  return { records, sheet: sheets.length > 1 ? first?.sheet : undefined };
}
