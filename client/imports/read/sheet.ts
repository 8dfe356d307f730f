import type { Encoding } from '#client/imports/encodings.ts';
import { TableError } from '#client/imports/table-error.ts';
import { findTextDoubt } from './doubtful-text.ts';

/** Why the text of a cell may not be what its author means. */
export type Doubt = {
  column: number;
  /** A clause about the cell: "the cell holds the date 3 March 2022". */
  reason: string;
  /** How to correct the cell. By default, to format the column as text and write the value. */
  advice?: string;
  /** The cell has no usable text, so that confirming it makes no sense. */
  isRefused?: boolean;
};

/** The displayed text of a cell, and a doubt about it. */
export type Shown = { text: string; doubt?: Omit<Doubt, 'column'> };

/** A row with content; `row` is the number that a spreadsheet program shows. */
export type SheetRow = { row: number; isHidden: boolean; cells: string[]; doubts: Doubt[] };

export type SheetName = { name: string; isHidden: boolean };

export type Sheet = {
  rows: SheetRow[];
  /** The sheets of a workbook; a CSV file has none. */
  names: SheetName[];
  /** The sheet that was read. */
  name?: string;
  /** The encoding of a CSV file. */
  encoding?: Encoding;
};

/** Limits of one sheet: far above any list of students, far below what a browser tab can hold. */
const mostRows = 20_000;
const mostColumns = 200;
const mostCells = 500_000;
const mostCharacters = 32_000_000;

const inFull = (count: number) => count.toLocaleString('en-GB');
const tooMany = (what: string) =>
  new TableError(`The sheet has more than ${what}. Copy only the list into a new file.`);

/** Collects the filled cells of a sheet in the order of the file, within the limits. */
export class SheetRows {
  readonly rows: SheetRow[] = [];
  #cells = 0;
  #characters = 0;

  /** Adds a cell; `row` counts from 1, `column` from 0. Throws `TableError`. */
  add(row: number, isHidden: boolean, column: number, shown: Shown): void {
    const { text, doubt = findTextDoubt(text) } = shown;
    if (text.trim() === '' && !doubt) return;
    if (column >= mostColumns) throw tooMany(`${mostColumns} columns`);
    this.#cells += 1;
    this.#characters += text.length;
    if (this.#cells > mostCells) throw tooMany(`${inFull(mostCells)} cells`);
    if (this.#characters > mostCharacters) throw tooMany(`${inFull(mostCharacters)} characters`);
    const { cells, doubts } = this.#rowOf(row, isHidden);
    while (cells.length < column) cells.push('');
    cells[column] = text;
    if (doubt) doubts.push({ ...doubt, column });
  }

  #rowOf(row: number, isHidden: boolean): SheetRow {
    const last = this.rows.at(-1);
    if (last?.row === row) return last;
    if (this.rows.length >= mostRows) throw tooMany(`${inFull(mostRows)} rows`);
    const added: SheetRow = { row, isHidden, cells: [], doubts: [] };
    this.rows.push(added);
    return added;
  }
}
