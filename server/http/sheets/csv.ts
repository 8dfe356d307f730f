import { setImmediate as nextTurn } from 'node:timers/promises';
import { guardFormula } from '#contract/values/formula-guard.ts';
import { plainText, type Sheet, wallClock } from './sheet.ts';

/** One line of CSV (RFC 4180); an apostrophe stands before what a spreadsheet would run. A number runs nothing. */
export function csvLine(cells: readonly (string | number)[]): string {
  const written = cells.map((cell) => {
    if (typeof cell === 'number') return String(cell);
    const safe = guardFormula(cell);
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
