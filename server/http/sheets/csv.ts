import { setImmediate as nextTurn } from 'node:timers/promises';
import { plainText, type Sheet, wallClock } from './sheet.ts';

/**
 * Where a spreadsheet may read a formula: at a cell's beginning, and after any separator it may be set to, because
 * quotation marks hold a cell together only for the separator it was written with.
 */
const formula = /(?<=(?:^|[;|\t\r\n])[\s"']*)[=+\-@＝＋－＠]/g;

/** One line of CSV (RFC 4180); an apostrophe stands before what a spreadsheet would run. A number runs nothing. */
export function csvLine(cells: readonly (string | number)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === 'number') return String(cell);
    const plain = cell.replace(formula, "'$&");
    const safe = /^[\t\r]/.test(plain) ? `'${plain}` : plain;
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}

/** In UTF-8. What fails before the first portion fails before the first byte. */
export async function* csvOf<Row>({
  columns,
  portions,
  timeZone,
}: Sheet<Row>): AsyncGenerator<string> {
  const cellsOf = (row: Row) =>
    columns.map((column) => {
      const value = column.of(row) ?? '';
      if (typeof value === 'number' || value === '') return value;
      return column.type === 'instant' ? wallClock(value, timeZone) : plainText(value);
    });
  // Without the mark in front Excel takes the text for its own code page.
  let before = `\uFEFF${csvLine(columns.map(({ title }) => plainText(title)))}`;
  for await (const portion of portions) {
    yield before + portion.map((row) => csvLine(cellsOf(row))).join('');
    before = '';
    // SQLite's queries leave the event loop no turn.
    await nextTurn();
  }
  yield before;
}
