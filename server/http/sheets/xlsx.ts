import { setImmediate as nextTurn } from 'node:timers/promises';
import { rowsPerSlice, type Sheet, type SheetPace } from './sheet.ts';
import { formatCell, getColumnLetters } from './xlsx-cells.ts';
import { buildSheetEnd, buildSheetStart, buildWorkbookParts, getSheetPath } from './xlsx-parts.ts';
import { writeZip, type ZipTextPiece } from './zip.ts';

const maxSheetRows = 1_048_576;

/** Writes an Excel workbook (ECMA-376). After `maxRows` rows, the data continues on another sheet. */
export function writeXlsx<Row>(
  sheet: Sheet<Row>,
  at: Date,
  { nextSlice = nextTurn, maxRows = maxSheetRows }: SheetPace & { maxRows?: number } = {},
): AsyncGenerator<Uint8Array> {
  return writeZip(writePieces(sheet, nextSlice, maxRows), at);
}

async function* writePieces<Row>(
  { name, columns, portions, timeZone }: Sheet<Row>,
  nextSlice: () => Promise<unknown>,
  maxRows: number,
): AsyncGenerator<ZipTextPiece> {
  const places = columns.map((_, index) => getColumnLetters(index));
  const start = buildSheetStart(columns);
  let index = 0;
  let last = 1;
  let text = start;
  for await (const portion of portions) {
    await nextSlice();
    for (const row of portion) {
      if (last === maxRows) {
        yield { path: getSheetPath(index), text: text + buildSheetEnd(columns.length, last) };
        index += 1;
        last = 1;
        text = start;
      }
      last += 1;
      const cells = columns.map((column, at) =>
        formatCell(column, row, `${places[at]}${last}`, timeZone),
      );
      text += `<row r="${last}">${cells.join('')}</row>`;
      if (last % rowsPerSlice === 0) await nextSlice();
    }
    yield { path: getSheetPath(index), text };
    text = '';
  }
  yield { path: getSheetPath(index), text: text + buildSheetEnd(columns.length, last) };
  yield* buildWorkbookParts(name, index + 1);
}
