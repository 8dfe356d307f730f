import papa from 'papaparse';
import { TableError } from '#client/imports/table-error.ts';
import { type Sheet, SheetRows } from './sheet.ts';

const unfinished = new Set(['MissingQuotes', 'InvalidQuotes']);

/** Reads CSV with commas, semicolons, tabs or bars, and quoted cells (RFC 4180). Throws `TableError`. */
export function readCsv(bytes: Uint8Array): Sheet {
  const text = textOf(bytes);
  const stated = /^sep=(.)\r?\n/i.exec(text);
  const { data, errors } = papa.parse<string[]>(text.slice(stated?.[0].length ?? 0), {
    delimiter: stated?.[1] ?? separatorOf(text),
  });
  const broken = errors.find(({ code }) => unfinished.has(code));
  if (broken) {
    const row = (broken.row ?? 0) + 1;
    throw new TableError(
      `Row ${row} has a quotation mark that does not fit. Write two of them for one inside a cell, and close each cell.`,
    );
  }
  const collected = new SheetRows();
  data.forEach((cells, index) => {
    cells.forEach((text, column) => {
      collected.add(index + 1, false, column, { text });
    });
  });
  return { rows: collected.rows, names: [] };
}

/** What stands most often in the header, outside of quotes: other rows may have more commas than columns. */
function separatorOf(text: string): string {
  const plain = text.slice(0, 100_000).replace(/"[^"]*"/g, 'x');
  const header = plain.split(/[\r\n]+/).find((row) => /[^\s,;|]/.test(row)) ?? '';
  const countOf = (separator: string) => header.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

/** By its mark, else UTF-8, else what Excel on Windows writes. Throws `TableError` for what is no text. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) {
    throw new TableError('This is neither CSV nor an Excel file. Save the list as .xlsx or CSV.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
