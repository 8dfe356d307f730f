import { strToU8, zipSync } from 'fflate';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

type XlsxSheet = {
  name: string;
  state?: 'visible' | 'hidden' | 'veryHidden';
  /** XML of the `<row>` elements. */
  rows: string;
};

type XlsxOptions = {
  /** Number format codes. A cell with `s="1"` uses the first one. */
  formats?: readonly string[];
  /** XML of the `<si>` elements, which contain the shared strings. */
  strings?: string;
  is1904?: boolean;
};

export const zipTextFiles = (files: Record<string, string>): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))),
  );

export function buildXlsxFile(
  sheets: readonly XlsxSheet[],
  { formats = [], strings = '', is1904 = false }: XlsxOptions = {},
) {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`;
  const relations = (content: string) =>
    `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const sheetEntries = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" state="${state}" r:id="s${index}"/>`,
  );
  return zipTextFiles({
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${declaration}<workbook ${main} xmlns:r="${relationType}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheetEntries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      [
        ...sheets.map((_, index) => relation(`s${index}`, 'worksheet', `worksheets/s${index}.xml`)),
        relation('styles', 'styles', 'styles.xml'),
        relation('strings', 'sharedStrings', '/xl/sharedStrings.xml'),
      ].join(''),
    ),
    'xl/styles.xml': `${declaration}<styleSheet ${main}><numFmts>${formats.map((format, index) => `<numFmt numFmtId="${200 + index}" formatCode="${escapeXml(format)}"/>`).join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}<xf numFmtId="14"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${declaration}<sst ${main}>${strings}</sst>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/worksheets/s${index}.xml`,
        `${declaration}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  });
}

const office = 'urn:oasis:names:tc:opendocument:xmlns';

export const buildOdsXml = (tables: string, root: 'document' | 'document-content') =>
  `${declaration}<office:${root} xmlns:office="${office}:office:1.0" xmlns:table="${office}:table:1.0" xmlns:text="${office}:text:1.0" xmlns:style="${office}:style:1.0"><office:automatic-styles><style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:${root}>`;

export const buildOdsFile = (tables: string, manifest = '') =>
  zipTextFiles({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': `<manifest>${manifest}</manifest>`,
    'content.xml': buildOdsXml(tables, 'document-content'),
  });
