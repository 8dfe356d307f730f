import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Sheet } from './sheet.ts';
import { cellOf, columnName } from './xlsx-cells.ts';
import { partsAround, sheetEnd, sheetPath, sheetStart } from './xlsx-parts.ts';
import { type Piece, zipped } from './zip.ts';

/** The most that Excel opens. */
const longestSheet = 1_048_576;

/**
 * A workbook (ECMA-376) in which numbers are numbers, dates are dates and everything else is text. What does not fit
 * into a sheet goes on in a further one. What fails before the first portion fails before the first byte.
 */
export function xlsxOf<Row>(
  sheet: Sheet<Row>,
  at: Date,
  mostRows = longestSheet,
): AsyncGenerator<Uint8Array> {
  return zipped(piecesOf(sheet, mostRows), at);
}

async function* piecesOf<Row>(
  { name, columns, portions, timeZone }: Sheet<Row>,
  mostRows: number,
): AsyncGenerator<Piece> {
  const places = columns.map((_, index) => columnName(index));
  const start = sheetStart(columns);
  let index = 0;
  let last = 1;
  let text = start;
  for await (const portion of portions) {
    for (const row of portion) {
      if (last === mostRows) {
        yield { path: sheetPath(index), text: text + sheetEnd(columns.length, last) };
        index += 1;
        last = 1;
        text = start;
      }
      last += 1;
      const cells = columns.map((column, at) =>
        cellOf(column, row, `${places[at]}${last}`, timeZone),
      );
      text += `<row r="${last}">${cells.join('')}</row>`;
    }
    yield { path: sheetPath(index), text };
    text = '';
    // SQLite's queries leave the event loop no turn.
    await nextTurn();
  }
  yield { path: sheetPath(index), text: text + sheetEnd(columns.length, last) };
  yield* partsAround(name, index + 1);
}
