import type { SheetColumn } from './sheet.ts';
import { cellStyleIndexes, escapeXml, formatTextCell, getColumnLetters } from './xlsx-cells.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns a valid sheet name of at most 31 characters. The names of the second and later sheets contain a number. */
export function buildSheetName(name: string, index: number): string {
  const plain = name.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^[\s']+|[\s']+$/g, '');
  const end = index === 0 ? '' : ` ${index + 1}`;
  return `${
    plain
      .slice(0, 31 - end.length)
      .trim()
      .toWellFormed() || 'Sheet'
  }${end}`;
}

export const getSheetPath = (index: number) => `xl/worksheets/sheet${index + 1}.xml`;

/** Returns the XML of a sheet up to its data rows, including a frozen header row. */
export function buildSheetStart<Row>(columns: readonly SheetColumn<Row>[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, index) =>
    formatTextCell(`${getColumnLetters(index)}1`, title, cellStyleIndexes.heading),
  );
  return [
    `${declaration}<worksheet xmlns="${main}">`,
    `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`,
    `<cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`,
  ].join('');
}

/** Returns the XML of a sheet after its data rows, including a filter over all rows. */
export const buildSheetEnd = (columns: number, lastRow: number): string =>
  `</sheetData><autoFilter ref="A1:${getColumnLetters(columns - 1)}${lastRow}"/></worksheet>`;

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
  // With `quotePrefix`, the content of a cell remains text even if a user edits it.
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  '</styleSheet>',
].join('');

/** Returns the files of a workbook except its sheets. */
export function buildWorkbookParts(name: string, sheets: number): { path: string; text: string }[] {
  const all = Array.from({ length: sheets }, (_, index) => index);
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const contentType = (path: string, kind: string) =>
    `<Override PartName="/${path}" ContentType="${types}.${kind}+xml"/>`;
  const relations = `${declaration}<Relationships xmlns="${packaged}/relationships">`;
  const listed = all.map(
    (index) =>
      `<sheet name="${escapeXml(buildSheetName(name, index))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const targets = all.map((index) =>
    relationship(`rId${index + 1}`, 'worksheet', getSheetPath(index).slice(3)),
  );
  return [
    { path: 'xl/styles.xml', text: styleSheet },
    {
      path: 'xl/workbook.xml',
      text: `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><bookViews><workbookView/></bookViews><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      text: `${relations}${targets.join('')}${relationship('styles', 'styles', 'styles.xml')}</Relationships>`,
    },
    {
      path: '_rels/.rels',
      text: `${relations}${relationship('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      path: '[Content_Types].xml',
      text: [
        `${declaration}<Types xmlns="${packaged}/content-types">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        contentType('xl/workbook.xml', 'sheet.main'),
        contentType('xl/styles.xml', 'styles'),
        ...all.map((index) => contentType(getSheetPath(index), 'worksheet')),
        '</Types>',
      ].join(''),
    },
  ];
}
