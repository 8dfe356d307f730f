import papa from 'papaparse';
import type { Encoding } from '#client/imports/encodings.ts';
import { TableError } from '#client/imports/match/table-error.ts';
import { detectEncoding } from './detect-encoding.ts';
import { type Sheet, SheetRowCollector } from './sheet.ts';

const unfinished = new Set(['MissingQuotes', 'InvalidQuotes']);

/** Parses CSV (RFC 4180) with commas, semicolons, tabs or vertical bars as separators. Throws `TableError`. */
export function readCsv(bytes: Uint8Array, chosen?: Encoding): Sheet {
  const encoding = chosen ?? detectEncoding(bytes);
  const text = decodeText(bytes, encoding);
  const stated = /^sep=(.)\r?\n/i.exec(text);
  const { data, errors } = papa.parse<string[]>(text.slice(stated?.[0].length ?? 0), {
    delimiter: stated?.[1] ?? detectSeparator(text),
  });
  const broken = errors.find(({ code }) => unfinished.has(code));
  if (broken) {
    const row = (broken.row ?? 0) + 1;
    throw new TableError(
      `Row ${row} has an unmatched quotation mark. Double each quotation mark inside a cell, and close each quoted cell.`,
    );
  }
  const collected = new SheetRowCollector();
  data.forEach((cells, index) => {
    cells.forEach((text, column) => {
      collected.add(index + 1, false, column, { text });
    });
  });
  return { rows: collected.rows, names: [], encoding };
}

/** Counts separators in the header row only: other rows' text may contain commas. */
function detectSeparator(text: string): string {
  const plain = text.slice(0, 100_000).replace(/"[^"]*"/g, 'x');
  const header = plain.split(/[\r\n]+/).find((row) => /[^\s,;|]/.test(row)) ?? '';
  const countOf = (separator: string) => header.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, candidate) =>
    countOf(candidate) > countOf(best) ? candidate : best,
  );
}

/** Drops the byte order mark. Throws `TableError` for binary data. */
function decodeText(bytes: Uint8Array, encoding: Encoding): string {
  const text = new TextDecoder(encoding).decode(bytes);
  if (text.includes('\0')) {
    throw new TableError('This is neither CSV nor a workbook. Save the list as .xlsx or CSV.');
  }
  return text;
}
