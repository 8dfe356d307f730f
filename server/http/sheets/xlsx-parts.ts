import type { Column } from './sheet.ts';
import { columnName, styles, textCell, xmlText } from './xlsx-cells.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Up to 31 characters without those that a sheet's name may not have; a further sheet says its number. */
export function sheetName(name: string, index: number): string {
  const plain = name.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^[\s']+|[\s']+$/g, '');
  const end = index === 0 ? '' : ` ${index + 1}`;
  return `${
    plain
      .slice(0, 31 - end.length)
      .trim()
      .toWellFormed() || 'Sheet'
  }${end}`;
}

export const sheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`;

/** Up to the first row of data: titles that stay in view. */
export function sheetStart<Row>(columns: readonly Column<Row>[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, index) =>
    textCell(`${columnName(index)}1`, title, styles.heading),
  );
  return [
    `${declaration}<worksheet xmlns="${main}">`,
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`,
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`,
  ].join('');
}

/** From the last row: a filter over all of it. */
export const sheetEnd = (columns: number, lastRow: number): string =>
  `</sheetData><autoFilter ref="A1:${columnName(columns - 1)}${lastRow}"/></worksheet>`;

const styleSheet = [
  `${declaration}<styleSheet xmlns="${main}">`,
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>',
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>',
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="5">',
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  // Stays text also when somebody edits the cell.
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

/** What stands around the sheets, once it is known how many there are. */
export function partsAround(name: string, sheets: number): { path: string; text: string }[] {
  const all = Array.from({ length: sheets }, (_, index) => index);
  const related = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const typed = (path: string, kind: string) =>
    `<Override PartName="/${path}" ContentType="${types}.${kind}+xml"/>`;
  const relations = `${declaration}<Relationships xmlns="${packaged}/relationships">`;
  const listed = all.map(
    (index) =>
      `<sheet name="${xmlText(sheetName(name, index))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const targets = all.map((index) =>
    related(`rId${index + 1}`, 'worksheet', sheetPath(index).slice(3)),
  );
  return [
    { path: 'xl/styles.xml', text: styleSheet },
    {
      path: 'xl/workbook.xml',
      text: `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      text: `${relations}${targets.join('')}${related('styles', 'styles', 'styles.xml')}</Relationships>`,
    },
    {
      path: '_rels/.rels',
      text: `${relations}${related('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      path: '[Content_Types].xml',
      text: [
        `${declaration}<Types xmlns="${packaged}/content-types">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        typed('xl/workbook.xml', 'sheet.main'),
        typed('xl/styles.xml', 'styles'),
        ...all.map((index) => typed(sheetPath(index), 'worksheet')),
        '</Types>',
      ].join(''),
    },
  ];
}
