import { describe, expect, test } from 'vitest';
import { toTable } from '#client/imports/table.ts';
import { mostImportRows } from '#contract/imports.ts';
import { date, number, text } from '#server/http/sheets/sheet.ts';
import { xlsxOf } from '#server/http/sheets/xlsx.ts';
import { readFile } from './read-file.ts';

/** Reads a file as a table, without the doubts about its cells. */
async function read(...parts: BlobPart[]) {
  const { rows, ...table } = toTable(await readFile(new Blob(parts)), mostImportRows);
  return { ...table, rows: rows.map(({ row, cells }) => ({ row, cells })) };
}
const errorOf = async (...parts: BlobPart[]) => {
  const error: unknown = await read(...parts).catch((thrown: unknown) => thrown);
  return error instanceof Error ? error.message : `no error`;
};
const expected = {
  header: ['Name', 'Email'],
  rows: [{ row: 2, cells: ['Müller, Ünsal', 'm@university.test'] }],
  sheet: undefined,
};

/** As UTF-16 with its mark, in either order of bytes. */
function utf16(content: string, isBig: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * content.length + 2);
  const view = new DataView(bytes.buffer);
  [...`\uFEFF${content}`].forEach((letter, index) => {
    view.setUint16(2 * index, letter.charCodeAt(0), !isBig);
  });
  return bytes;
}

type Row = { name: string; roll: number; born: string };

/** A workbook, of as many sheets as `rowsEach` makes of the rows. */
async function workbook(
  rows: readonly Row[],
  rowsEach?: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const columns = [
    text<Row>('Name', ({ name }) => name),
    number<Row>('Roll', ({ roll }) => roll),
    date<Row>('Born', ({ born }) => born),
  ];
  const sheet = { name: 'Students', columns, portions: [rows], timeZone: 'Asia/Karachi' };
  return (await Array.fromAsync(xlsxOf(sheet, new Date('2027-01-15'), rowsEach))).map((part) =>
    Uint8Array.from(part),
  );
}

describe('a CSV file', () => {
  test.for<[string, BlobPart]>([
    ['with commas', 'Name,Email\n"Müller, Ünsal",m@university.test\n'],
    ['with semicolons', 'Name;Email\r\nMüller, Ünsal;m@university.test\r\n'],
    ['with tabs', 'Name\tEmail\nMüller, Ünsal\tm@university.test'],
    ['with a separator of its own', 'sep=|\r\nName|Email\r\nMüller, Ünsal|m@university.test'],
    ['in UTF-8 with its mark', '\uFEFFName;Email\nMüller, Ünsal;m@university.test'],
    ['in UTF-16LE', utf16('Name\tEmail\r\nMüller, Ünsal\tm@university.test\r\n', false)],
    ['in UTF-16BE', utf16('Name;Email\r\nMüller, Ünsal;m@university.test\r\n', true)],
    [
      'in the code page of Windows',
      Uint8Array.from('Name;Email\nMüller, Ünsal;m@university.test', (letter) =>
        letter.charCodeAt(0),
      ),
    ],
  ])('%s is read', async ([, content], { expect }) => {
    expect(await read(content)).toEqual(expected);
  });

  test('has line ends and quotation marks inside of quoted cells', async () => {
    const { rows } = await read('Name,Title\r\nA,"Two\r\nlines and ""words"""\r\nB,C\r\n');
    expect(rows).toEqual([
      { row: 2, cells: ['A', 'Two\r\nlines and "words"'] },
      { row: 3, cells: ['B', 'C'] },
    ]);
  });

  test('keeps the numbers of its rows where empty ones are left out', async () => {
    const { header, rows } = await read('\n \nName;Email\n\n A ; a@b.test \n ; \nB;\n');
    expect(header).toEqual(['Name', 'Email']);
    expect(rows).toEqual([
      { row: 5, cells: ['A', 'a@b.test'] },
      { row: 7, cells: ['B'] },
    ]);
  });

  test('loses the apostrophe that the portal’s own files have before a sign', async () => {
    const { rows } = await read(`Phone,Name\n'+92 3001234567,O'Neill\n`);
    expect(rows[0]?.cells).toEqual(['+92 3001234567', "O'Neill"]);
  });

  test('of one column is read too', async () => {
    expect(await read('Email\na@university.test\n')).toMatchObject({
      rows: [{ cells: ['a@university.test'] }],
    });
  });

  test.for<[string, BlobPart, RegExp]>([
    ['that is empty', '', /is empty/],
    ['of empty lines', '\r\n  \r\n', /is empty/],
    ['of a header alone', 'Name;Email\n', /no rows below its header/],
    ['with a quotation mark left open', 'Name;Email\nA;"a@b.test\nB;b@b.test', /Row 2.*quotation/],
    ['that is something else', new Uint8Array([1, 2, 0, 3]), /neither CSV nor an Excel/],
    ['that is an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0]), /\.xls\)/],
    ['with too many rows', `Name\n${'A\n'.repeat(mostImportRows + 1)}`, /5,001 rows.*5,000/],
    ['that is too large', new Uint8Array(10 * 1024 * 1024 + 1), /larger than 10 MB/],
  ])('%s is refused with what to do', async ([, content, message], { expect }) => {
    expect(await errorOf(content)).toMatch(message);
  });
});

describe('a workbook', () => {
  const rows = [
    { name: '=Ünsal', roll: 923001234567, born: '2004-02-29' },
    { name: ' ', roll: Number.NaN, born: '' },
    { name: 'B', roll: 7.5, born: '' },
  ];

  test('is read with its numbers and dates as text', async () => {
    expect(await read(...(await workbook(rows)))).toEqual({
      header: ['Name', 'Roll', 'Born'],
      rows: [
        { row: 2, cells: ['=Ünsal', '923001234567', '2004-02-29'] },
        { row: 4, cells: ['B', '7.5'] },
      ],
      sheet: undefined,
    });
  });

  test('of several sheets gives the first, and says which', async () => {
    const table = await read(...(await workbook(rows, 2)));
    expect(table).toMatchObject({ sheet: 'Students', rows: [{ row: 2 }] });
  });

  test('that is damaged is refused with what to do', async () => {
    const [first, ...others] = await workbook(rows);
    expect(await errorOf(...[first as BlobPart].concat(others.slice(0, -2)))).toMatch(/damaged/);
    expect(await errorOf(new Uint8Array([0x50, 0x4b, 0x03, 0x04, 9, 9]))).toMatch(/damaged/);
  });
});
