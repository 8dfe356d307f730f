import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toTable } from '#client/imports/match/table.ts';
import { TableError } from '#client/imports/match/table-error.ts';
import { maxImportRows } from '#contract/admin/imports.ts';
import {
  createDateColumn,
  createNumberColumn,
  createTextColumn,
} from '#server/http/sheets/sheet.ts';
import { writeXlsx } from '#server/http/sheets/xlsx.ts';
import {
  buildOdsFile,
  buildOdsXml,
  buildXlsxFile,
  zipTextFiles,
} from '#tools/test/files/spreadsheet-files.ts';
import { readSpreadsheetFile } from './read-file.ts';

async function read(...parts: BlobPart[]) {
  const { header, rows } = toTable(await readSpreadsheetFile(new Blob(parts)), 'users');
  return { header, rows: rows.map(({ row, cells }) => ({ row, cells })) };
}
const errorOf = async (...parts: BlobPart[]) => {
  const error: unknown = await read(...parts).catch((thrown: unknown) => thrown);
  return error instanceof Error ? error.message : `no error`;
};
const expected = {
  header: ['Name', 'Email'],
  rows: [{ row: 2, cells: ['Müller, Ünsal', 'm@university.test'] }],
};

type Row = { name: string; roll: number; born: string };

async function workbook(
  rows: readonly Row[],
  rowsEach?: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const columns = [
    createTextColumn<Row>('Name', ({ name }) => name),
    createNumberColumn<Row>('Roll', ({ roll }) => roll),
    createDateColumn<Row>('Born', ({ born }) => born),
  ];
  const sheet = { name: 'Students', columns, portions: [rows], timeZone: 'Asia/Karachi' };
  return (
    await Array.fromAsync(
      writeXlsx(sheet, new Date('2027-01-15'), { ...(rowsEach && { maxRows: rowsEach }) }),
    )
  ).map((part) => Uint8Array.from(part));
}

describe('reading CSV', () => {
  test.for<[string, BlobPart]>([
    ['with commas', 'Name,Email\n"Müller, Ünsal",m@university.test\n'],
    ['with semicolons', 'Name;Email\r\nMüller, Ünsal;m@university.test\r\n'],
    ['with tabs', 'Name\tEmail\nMüller, Ünsal\tm@university.test'],
    ['with a declared separator', 'sep=|\r\nName|Email\r\nMüller, Ünsal|m@university.test'],
    ['in UTF-8 with its mark', '\uFEFFName;Email\nMüller, Ünsal;m@university.test'],
  ])('accepts a file %s', async ([, content], { expect }) => {
    expect(await read(content)).toEqual(expected);
  });

  test('keeps line breaks and quotation marks in quoted cells', async () => {
    const { rows } = await read('Name,Title\r\nA,"Two\r\nlines and ""words"""\r\nB,C\r\n');
    expect(rows).toEqual([
      { row: 2, cells: ['A', 'Two\r\nlines and "words"'] },
      { row: 3, cells: ['B', 'C'] },
    ]);
  });

  test('skips empty rows but counts them in the row numbers', async () => {
    const { header, rows } = await read('\n \nName;Email\n\n A ; a@b.test \n ; \nB;\n');
    expect(header).toEqual(['Name', 'Email']);
    expect(rows).toEqual([
      { row: 5, cells: ['A', 'a@b.test'] },
      { row: 7, cells: ['B'] },
    ]);
  });

  test('removes the apostrophe that the portal’s CSV export puts before a leading plus sign', async () => {
    const { rows } = await read(`Phone,Name\n'+92 3001234567,O'Neill\n`);
    expect(rows[0]?.cells).toEqual(['+92 3001234567', "O'Neill"]);
  });

  test.for<[string, BlobPart, RegExp]>([
    ['that is empty', '', /is empty/],
    ['of empty lines', '\r\n  \r\n', /is empty/],
    ['of a header alone', 'Name;Email\n', /no rows below its header/],
    ['with a quotation mark left open', 'Name;Email\nA;"a@b.test\nB;b@b.test', /Row 2.*quotation/],
    ['that is something else', new Uint8Array([1, 2, 0, 3]), /neither CSV nor a workbook/],
    ['with too many rows', `Name\n${'A\n'.repeat(maxImportRows + 1)}`, /5,001 rows.*5,000/],
    ['that is too large', new Uint8Array(10 * 1024 * 1024 + 1), /larger than 10 MB/],
  ])('rejects a file %s and gives advice', async ([, content, message], { expect }) => {
    expect(await errorOf(content)).toMatch(message);
  });
});

describe('reading a workbook', () => {
  const rows = [
    { name: '=Ünsal', roll: 923001234567, born: '2004-02-29' },
    { name: ' ', roll: Number.NaN, born: '' },
    { name: 'B', roll: 7.5, born: '' },
  ];

  test('returns numbers and dates as strings', async () => {
    expect(await read(...(await workbook(rows)))).toEqual({
      header: ['Name', 'Roll', 'Born'],
      rows: [
        { row: 2, cells: ['=Ünsal', '923001234567', '2004-02-29'] },
        { row: 4, cells: ['B', '7.5'] },
      ],
    });
  });

  test('reads the selected sheet, or the first sheet if none is selected', async () => {
    const file = new Blob(await workbook(rows, 2));
    const { name, names } = await readSpreadsheetFile(file);
    expect([name, names.length]).toEqual(['Students', 3]);
    const last = await readSpreadsheetFile(file, { sheet: names[2]?.name ?? '' });
    expect(last.rows[1]?.cells[0]).toBe('B');
  });

  test('rejects a damaged workbook with an error that describes it as damaged', async () => {
    const [first, ...otherParts] = await workbook(rows);
    expect(await errorOf(...[first as BlobPart].concat(otherParts.slice(0, -2)))).toMatch(
      /damaged/,
    );
    expect(await errorOf(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 9, 9]))).toMatch(/damaged/);
  });
});

const ole = (part: string) =>
  Uint8Array.from([
    0xd0,
    0xcf,
    0x11,
    0xe0,
    ...[...part].flatMap((char) => [char.charCodeAt(0), 0]),
  ]);
const list = '<table:table table:name="List"><table:table-row/></table:table>';

describe('reading an unsupported kind of file', () => {
  test.for<[string, BlobPart, RegExp]>([
    ['an old workbook', ole('Workbook'), /old Excel file \(\.xls\).*save it as \.xlsx/],
    ['a workbook of Excel 4', new Uint8Array([9, 4, 6, 0, 0, 0, 16, 0]), /\.xls\)/],
    ['a workbook with a password', ole('EncryptedPackage'), /protected by a password/],
    [
      'an .ods with a password',
      buildOdsFile(list, '<encryption-data/>'),
      /protected by a password/,
    ],
    [
      'a whole encrypted .ods',
      zipTextFiles({ 'encrypted-package': 'x' }),
      /protected by a password/,
    ],
    ['a web page called .xls', '<html><body><table></table></body></html>', /web page/],
    ['a web page with a doctype', '\uFEFF\r\n<!DOCTYPE html><html></html>', /web page/],
    ['a table of HTML', '<table><tr><td>Name</td></tr></table>', /web page/],
    ['a saved web archive', 'MIME-Version: 1.0\r\nContent-Type: multipart/related', /web page/],
    [
      'an XML file of Excel 2003',
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      /Excel 2003/,
    ],
    ['a binary workbook', zipTextFiles({ 'xl/workbook.bin': 'x' }), /\.xlsb/],
    ['a file of Numbers', zipTextFiles({ 'Index/Document.iwa': 'x' }), /Numbers/],
    ['a Word document', zipTextFiles({ 'word/document.xml': '<w/>' }), /not a spreadsheet/],
    ['an archive of something else', zipTextFiles({ 'photo.jpg': 'x' }), /damaged/],
    ['a cut .fods', buildOdsXml(list, 'document').slice(0, -20), /damaged/],
  ])('throws an error that gives advice for %s', async ([, content, message], { expect }) => {
    expect(await errorOf(content)).toMatch(message);
  });
});

describe('the size limits for imported files', () => {
  const cell = '<c t="inlineStr"><is><t>x</t></is></c>';
  const shared = `<si><t>${'x'.repeat(100_000)}</t></si>`;
  const odsCell = (repeat: string, content = '<text:p>x</text:p>') =>
    `<table:table-cell office:value-type="string" ${repeat}>${content}</table:table-cell>`;
  const ods = (rowRepeat: string, cells: string) =>
    buildOdsFile(
      `<table:table table:name="List"><table:table-row ${rowRepeat}>${cells}</table:table-row></table:table>`,
    );
  const sheet = (rows: string, strings = '') =>
    buildXlsxFile([{ name: 'List', rows }], { strings });

  test.for<[string, () => BlobPart, RegExp]>([
    ['unpacked size', () => sheet(`<row>${cell}</row>${' '.repeat(64 * 1024 * 1024)}`), /64 MB/],
    ['columns', () => sheet('<row><c r="XFD1"><v>1</v></c></row>'), /more than 200 columns/],
    ['rows', () => sheet(`<row>${cell}</row>`.repeat(20_001)), /more than 20,000 rows/],
    [
      'characters',
      () => sheet('<row><c t="s"><v>0</v></c></row>'.repeat(400), shared),
      /32,000,000 characters/,
    ],
    [
      'cells',
      () => sheet(`<row>${cell.repeat(200)}</row>`.repeat(2501)),
      /more than 500,000 cells/,
    ],
    [
      'repeated columns',
      () => ods('', odsCell('table:number-columns-repeated="2147483647"')),
      /more than 200 columns/,
    ],
    [
      'repeated rows',
      () => ods('table:number-rows-repeated="1048576"', odsCell('')),
      /more than 20,000 rows/,
    ],
  ])('reject a file that exceeds the limit for %s', async ([, file, message], { expect }) => {
    expect(await errorOf(file())).toMatch(message);
  });

  test('reject an archive whose declared unpacked size is smaller than the actual size', async () => {
    const file = sheet(`<row>${cell}</row>`.repeat(1000));
    const view = new DataView(file.buffer);
    // Central directory entries start with 0x02014b50 and have the unpacked size at offset 24.
    for (let at = 0; at < file.length - 28; at += 1) {
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true);
    }
    expect(await errorOf(file)).toMatch(/damaged/);
  });

  test.for<[string, () => BlobPart]>([
    [
      'empty columns and rows that are repeated to the end',
      () =>
        ods(
          '',
          `${odsCell('')}<table:table-cell table:number-columns-repeated="16383"/></table:table-row><table:table-row>${odsCell('')}</table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/>`,
        ),
    ],
    [
      'a last row and formatted empty cells far to the right',
      () => sheet(`<row>${cell}<c r="XFD1" s="0"/></row><row r="1048576">${cell}</row>`),
    ],
  ])('allow a file with %s', async ([, file], { expect }) => {
    const { header, rows } = await read(file());
    expect([header, rows.map(({ cells }) => cells)]).toEqual([['x'], [['x']]]);
  });
});

describe('reading a corrupted file or random bytes', () => {
  const list =
    '<table:table table:name="List"><table:table-row><table:table-cell office:value-type="float" office:value="1"><text:p>01</text:p></table:table-cell></table:table-row></table:table>';
  const files = [
    buildXlsxFile([{ name: 'List', rows: '<row><c s="1"><v>15</v></c></row>' }], {
      formats: ['0000'],
    }),
    buildOdsFile(list),
    new TextEncoder().encode(buildOdsXml(list, 'document')),
    new TextEncoder().encode('Name;Email\n"Müller";a@b.test\n'),
  ];
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });

  test('either returns a sheet or throws a TableError', async () => {
    const isReadOrRefused = async (bytes: Uint8Array<ArrayBuffer>) => {
      const error: unknown = await readSpreadsheetFile(new Blob([bytes])).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error !== undefined) expect(error).toBeInstanceOf(TableError);
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), damage, fc.nat(), async (file, changes, cut) => {
        const bytes = Uint8Array.from(file);
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        await isReadOrRefused(bytes);
        await isReadOrRefused(bytes.slice(0, cut % bytes.length));
      }),
      { numRuns: 500 },
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await isReadOrRefused(Uint8Array.from(bytes));
      }),
    );
  });
});
