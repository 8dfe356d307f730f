import type { Encoding } from '#client/imports/encodings.ts';
import { TableError } from '#client/imports/match/table-error.ts';
import { type Ambiguity, findTextAmbiguity } from './doubtful-text.ts';

export type AmbiguousCell = Ambiguity & { column: number };

/** `doubt` is the reason why the displayed text may not be the intended value. */
export type DisplayedCell = { text: string; doubt?: Ambiguity };

/** A non-empty row. `row` is the row number that a spreadsheet program displays. */
export type SheetRow = { row: number; isHidden: boolean; cells: string[]; doubts: AmbiguousCell[] };

export type SheetInfo = { name: string; isHidden: boolean };

export type Sheet = {
  rows: SheetRow[];
  /** Sheets of the workbook. Empty for CSV. */
  names: SheetInfo[];
  name?: string;
  encoding?: Encoding;
};

/** These limits are large enough for any list of students and small enough for the memory of a browser tab. */
const maxRows = 20_000;
const maxColumns = 200;
const maxCells = 500_000;
const maxCharacters = 32_000_000;

const formatNumber = (count: number) => count.toLocaleString('en-GB');
const limitError = (what: string) =>
  new TableError(`The sheet has more than ${what}. Copy only the list into a new file.`);

/** Collects the non-empty cells of a sheet in file order. */
export class SheetRowCollector {
  readonly rows: SheetRow[] = [];
  #cells = 0;
  #characters = 0;

  /** `row` counts from 1, `column` from 0. Throws `TableError` if a limit is exceeded. */
  add(row: number, isHidden: boolean, column: number, shown: DisplayedCell): void {
    const { text, doubt = findTextAmbiguity(text) } = shown;
    if (text.trim() === '' && !doubt) return;
    if (column >= maxColumns) throw limitError(`${maxColumns} columns`);
    this.#cells += 1;
    this.#characters += text.length;
    if (this.#cells > maxCells) throw limitError(`${formatNumber(maxCells)} cells`);
    if (this.#characters > maxCharacters)
      throw limitError(`${formatNumber(maxCharacters)} characters`);
    const { cells, doubts } = this.#rowOf(row, isHidden);
    while (cells.length < column) cells.push('');
    cells[column] = text;
    if (doubt) doubts.push({ ...doubt, column });
  }

  #rowOf(row: number, isHidden: boolean): SheetRow {
    const last = this.rows.at(-1);
    if (last?.row === row) return last;
    if (this.rows.length >= maxRows) throw limitError(`${formatNumber(maxRows)} rows`);
    const added: SheetRow = { row, isHidden, cells: [], doubts: [] };
    this.rows.push(added);
    return added;
  }
}
