import { setImmediate as nextTurn } from 'node:timers/promises';
import { guardFormula } from '#contract/values/formula-guard.ts';
import { removeUnprintable, type Sheet, toWallClock } from './sheet.ts';

/** Formats a line of CSV (RFC 4180), with an apostrophe before texts that a spreadsheet would run as formulas. */
export function formatCsvLine(cells: readonly (string | number)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === 'number') return String(cell);
    const safe = guardFormula(cell);
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}

/** Writes a sheet as CSV in UTF-8. An error in the first batch is thrown before any output. */
export async function* writeCsv<Row>({
  columns,
  portions,
  timeZone,
}: Sheet<Row>): AsyncGenerator<string> {
  const cellsOf = (row: Row) =>
    columns.map((column) => {
      const value = column.of(row) ?? '';
      if (typeof value === 'number' || value === '') return value;
      return column.type === 'instant' ? toWallClock(value, timeZone) : removeUnprintable(value);
    });
  // Excel needs the byte order mark to recognise UTF-8.
  let before = `\uFEFF${formatCsvLine(columns.map(({ title }) => removeUnprintable(title)))}`;
  for await (const portion of portions) {
    yield before + portion.map((row) => formatCsvLine(cellsOf(row))).join('');
    before = '';
    // Let other requests run: SQLite's queries are synchronous.
    await nextTurn();
  }
  yield before;
}
