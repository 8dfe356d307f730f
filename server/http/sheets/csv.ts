import { setImmediate as nextTurn } from 'node:timers/promises';
import papa from 'papaparse';
import { guardFormula } from '#contract/values/formula-guard.ts';
import { toBatches } from '#server/http/bodies/send-list.ts';
import {
  removeControlCharacters,
  rowsPerSlice,
  type Sheet,
  type SheetPace,
  toLocalDateTime,
} from './sheet.ts';

/** Returns true if a cell must be quoted. Some programs also treat semicolons and tabs as separators. */
const needsQuotes = (cell: unknown) => /[",;\t\r\n]/.test(String(cell));

/** Formats rows as CSV (RFC 4180). Text that a spreadsheet would run as a formula gets a leading apostrophe. */
export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  const guarded = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? guardFormula(cell) : cell)),
  );
  return `${papa.unparse(guarded, { newline: '\r\n', quotes: needsQuotes })}\r\n`;
}

/** Writes a sheet as CSV in UTF-8. An error in the first batch is thrown before any output. */
export async function* writeCsv<Row>(
  { columns, portions, timeZone }: Sheet<Row>,
  { nextSlice = nextTurn }: SheetPace = {},
): AsyncGenerator<string> {
  const cellsOf = (row: Row) =>
    columns.map((column) => {
      const value = column.of(row) ?? '';
      if (typeof value === 'number' || value === '') return value;
      return column.type === 'instant'
        ? toLocalDateTime(value, timeZone)
        : removeControlCharacters(value);
    });
  // Excel needs the byte order mark to recognise UTF-8.
  let before = `\uFEFF${formatCsv([columns.map(({ title }) => removeControlCharacters(title))])}`;
  for await (const portion of portions) {
    await nextSlice();
    for (const rows of toBatches(portion, rowsPerSlice)) {
      before += formatCsv(rows.map(cellsOf));
      await nextSlice();
    }
    yield before;
    before = '';
  }
  yield before;
}
