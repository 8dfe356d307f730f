import { TableError } from '#client/imports/match/table-error.ts';
import { type DisplayedCell, type Sheet, SheetRowCollector } from './sheet.ts';
import {
  formatBooleanCell,
  formatDateCell,
  formatNumberCell,
  formatStringCell,
  missingFormulaResult,
} from './show-value.ts';
import {
  isTrueAttribute,
  RichTextReader,
  readNumberFormats,
  readSharedStrings,
  readWorkbook,
  unescapeExcelText,
} from './xlsx-parts.ts';
import { type GetAttribute, parseXml } from './xml.ts';
import type { ZipArchive } from './zip.ts';

/** Reads the sheet named `chosen` or, if there is none, the first visible sheet. Throws `TableError`. */
export function readXlsx(zip: ZipArchive, chosen?: string): Sheet {
  const { sheets, is1904, stylesPath, stringsPath } = readWorkbook(zip);
  const sheet =
    sheets.find(({ name }) => name === chosen) ??
    sheets.find(({ isHidden }) => !isHidden) ??
    sheets[0];
  if (!sheet) throw new TableError('The workbook has no sheet with cells. Choose another file.');
  const shared = {
    strings: readSharedStrings((stringsPath && zip.read(stringsPath)) ?? '<sst/>'),
    formats: readNumberFormats((stylesPath && zip.read(stylesPath)) ?? '<styleSheet/>'),
    is1904,
  };
  const rows = readRows(zip.read(sheet.path) ?? '', shared);
  const names = sheets.map(({ name, isHidden }) => ({ name, isHidden }));
  return { rows, names, name: sheet.name };
}

type Shared = { strings: string[]; formats: string[]; is1904: boolean };
type Cell = {
  column: number;
  type: string;
  format: string;
  value: string;
  hasFormula: boolean;
  hasValue: boolean;
};

function readRows(xml: string, shared: Shared) {
  const collected = new SheetRowCollector();
  const inline = new RichTextReader();
  let row = 0;
  let isHidden = false;
  let nextColumn = 0;
  let cell: Cell | undefined;
  let isInValue = false;
  parseXml(xml, {
    open: (name, attribute) => {
      if (name === 'row') {
        // A `<row>` without a number directly follows the previous row.
        row = parsePosition(attribute('r')) ?? row + 1;
        isHidden = isTrueAttribute(attribute('hidden'));
        nextColumn = 0;
      } else if (name === 'c') {
        cell = openCell(attribute, nextColumn, shared);
        nextColumn = cell.column + 1;
        inline.start();
      } else if (name === 'f' && cell) cell.hasFormula = true;
      else if (name === 'v') {
        isInValue = true;
        if (cell) cell.hasValue = true;
      } else inline.open(name);
    },
    text: (text) => {
      if (isInValue && cell) cell.value += text;
      else inline.add(text);
    },
    close: (name) => {
      if (name === 'v') isInValue = false;
      else if (name === 'c' && cell) {
        collected.add(row, isHidden, cell.column, showCell(cell, inline.text, shared));
        cell = undefined;
      } else inline.close(name);
    },
  });
  return collected.rows;
}

function parsePosition(number: string | undefined): number | undefined {
  const position = Number(number);
  return Number.isInteger(position) && position > 0 ? position : undefined;
}

function openCell(attribute: GetAttribute, nextColumn: number, { formats }: Shared): Cell {
  return {
    column: parseColumn(attribute('r')) ?? nextColumn,
    type: attribute('t') ?? 'n',
    format: formats[Number(attribute('s') ?? 0)] ?? 'General',
    value: '',
    hasFormula: false,
    hasValue: false,
  };
}

/** Returns 0 for "A5" and 26 for "AA5". */
function parseColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

function showCell(cell: Cell, inline: string, { strings, is1904 }: Shared): DisplayedCell {
  const { type, value, format, hasFormula, hasValue } = cell;
  if (type === 'inlineStr') return formatStringCell(inline, format);
  // A formula whose result is "" has the type `str` and an empty `<v>`.
  // The result of any other formula without a value was not saved.
  const isEmptyText = type === 'str' && hasValue;
  if (value === '') return hasFormula && !isEmptyText ? missingFormulaResult : { text: '' };
  if (type === 's') return formatStringCell(strings[Number(value)] ?? '', format);
  if (type === 'str') return formatStringCell(unescapeExcelText(value), format);
  if (type === 'b') return formatBooleanCell(isTrueAttribute(value));
  // `findTextAmbiguity` reports error values such as #REF!.
  if (type === 'e') return { text: value };
  if (type === 'd') return formatDateCell(value);
  return formatNumberCell(Number(value), format, is1904);
}
