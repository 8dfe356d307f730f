import { OdsCell } from './ods-cell.ts';
import { type Sheet, type SheetInfo, SheetRowCollector } from './sheet.ts';
import { type GetAttribute, parseXml } from './xml.ts';

/** Elements whose text is not part of a cell's displayed text. */
const ignored = new Set(['annotation', 'frame', 'custom-shape', 'shapes', 'tracked-changes']);

/** Reads the sheet named `chosen` or, if there is none, the first visible sheet. */
export function readOds(xml: string, chosen?: string): Sheet {
  const names = readNames(xml);
  const index = [
    names.findIndex(({ name }) => name === chosen),
    names.findIndex(({ isHidden }) => !isHidden),
  ].find((position) => position >= 0);
  const name = names[index ?? 0]?.name;
  return { rows: readRows(xml, index ?? 0), names, ...(name !== undefined && { name }) };
}

/** Parses the document and passes each handler the index of the sheet that contains the element. */
function parseTables(
  xml: string,
  handlers: {
    open: (name: string, attribute: GetAttribute, table: number) => void;
    close?: (name: string, table: number) => void;
    text?: (text: string, table: number) => void;
  },
): void {
  let table = -1;
  let tableDepth = 0;
  let ignoredDepth = 0;
  parseXml(xml, {
    open: (name, attribute) => {
      const isTable = name === 'table';
      // Ignore tables nested in a cell.
      if (ignoredDepth > 0 || ignored.has(name) || (isTable && tableDepth > 0)) {
        ignoredDepth += 1;
        return;
      }
      if (isTable) {
        table += 1;
        tableDepth += 1;
      }
      handlers.open(name, attribute, table);
    },
    text: (text) => {
      if (ignoredDepth === 0) handlers.text?.(text, table);
    },
    close: (name) => {
      if (ignoredDepth > 0) ignoredDepth -= 1;
      else {
        if (name === 'table') tableDepth -= 1;
        handlers.close?.(name, table);
      }
    },
  });
}

function readNames(xml: string): SheetInfo[] {
  const hiddenStyles = new Set<string>();
  const names: SheetInfo[] = [];
  let style = '';
  parseTables(xml, {
    open: (name, attribute) => {
      if (name === 'style') style = attribute('style:name') ?? '';
      else if (name === 'table-properties' && attribute('table:display') === 'false') {
        hiddenStyles.add(style);
      } else if (name === 'table') {
        const isHidden = hiddenStyles.has(attribute('table:style-name') ?? '');
        names.push({ name: attribute('table:name') ?? '', isHidden });
      }
    },
  });
  return names;
}

const repeatCount = (count: string | undefined) => Math.max(1, Math.trunc(Number(count ?? 1)) || 1);

function readRows(xml: string, chosen: number) {
  const collected = new SheetRowCollector();
  let row = 1;
  let rowRepeat = 1;
  let isHidden = false;
  let cells: OdsCell[] = [];
  let nextColumn = 0;
  let cell: OdsCell | undefined;
  /** Expands repeated rows and cells only if they have content. */
  const closeRow = () => {
    const filled = cells.filter(({ isEmpty }) => !isEmpty);
    for (let copy = 0; copy < rowRepeat && filled.length > 0; copy += 1) {
      for (const { column, repeat, shown } of filled) {
        for (let at = column; at < column + repeat; at += 1) {
          collected.add(row + copy, isHidden, at, shown);
        }
      }
    }
    row += rowRepeat;
  };
  parseTables(xml, {
    open: (name, attribute, table) => {
      if (table !== chosen) return;
      if (name === 'table-row') {
        rowRepeat = repeatCount(attribute('table:number-rows-repeated'));
        isHidden = (attribute('table:visibility') ?? 'visible') !== 'visible';
        cells = [];
        nextColumn = 0;
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        const repeat = repeatCount(attribute('table:number-columns-repeated'));
        cell = new OdsCell(attribute, nextColumn, repeat);
        nextColumn += repeat;
      } else cell?.open(name, attribute);
    },
    text: (text) => cell?.add(text),
    close: (name, table) => {
      if (table !== chosen) return;
      if (name === 'table-row') closeRow();
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        if (cell && !cell.isEmpty) cells.push(cell);
        cell = undefined;
      } else cell?.close(name);
    },
  });
  return collected.rows;
}
