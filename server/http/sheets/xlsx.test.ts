import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from '#tools/test/files/workbook.ts';
import { writeCsv } from './csv.ts';
import {
  createDateColumn,
  createInstantColumn,
  createNumberColumn,
  createTextColumn,
  removeControlCharacters,
  type Sheet,
  type SheetColumn,
} from './sheet.ts';
import { writeXlsx } from './xlsx.ts';
import { getColumnLetters, maxCellLength } from './xlsx-cells.ts';
import { buildSheetName } from './xlsx-parts.ts';

type Row = Partial<Record<'content' | 'day' | 'time', string>> & { count?: number };
const columns: SheetColumn<Row>[] = [
  createTextColumn('Content', ({ content }) => content),
  createNumberColumn('Count', ({ count }) => count),
  createDateColumn('Day', ({ day }) => day),
  createInstantColumn('Time', ({ time }) => time),
];
const at = new Date('2027-01-15T10:00:00.000Z');
const sheetOf = (...portions: Row[][]): Sheet<Row> => ({
  name: 'A list',
  columns,
  portions,
  timeZone: 'Asia/Karachi',
});
const bytesOf = async (sheet: Sheet<Row>, maxRows?: number) =>
  Buffer.concat(await Array.fromAsync(writeXlsx(sheet, at, { ...(maxRows && { maxRows }) })));
const rowsOf = async (...rows: Row[]) => {
  const [sheet] = await readWorkbook(await bytesOf(sheetOf(rows)));
  return sheet?.rows.slice(1);
};
const partOf = (bytes: Uint8Array, path: string) =>
  Buffer.from(unzipSync(bytes)[path] ?? []).toString();

describe('an exported workbook', () => {
  it('contains the exported numbers, strings, dates and local times when it is read by another library', async () => {
    const rows = await rowsOf(
      { content: 'one', count: 8.5, day: '2027-05-22', time: '2027-01-15T19:30:15.900Z' },
      { content: '12', count: 0, day: '1900-03-01', time: '2027-06-30T18:45:00.000Z' },
      {},
      { count: -3.25, content: '' },
    );
    expect(rows).toEqual([
      ['one', 8.5, new Date('2027-05-22'), new Date('2027-01-16T00:30:15Z')],
      ['12', 0, new Date('1900-03-01'), new Date('2027-06-30T23:45:00Z')],
      [null, null, null, null],
      [null, -3.25, null, null],
    ]);
  });

  it('shows timestamps in the department’s time zone, including daylight saving time', async () => {
    const times = ['2027-03-28T00:59:59Z', '2027-03-28T01:00:00Z'].map((time) => ({ time }));
    const bytes = await bytesOf({ ...sheetOf(times), timeZone: 'Europe/Berlin' });
    expect((await readWorkbook(bytes))[0]?.rows.slice(1).map((row) => row[3])).toEqual([
      new Date('2027-03-28T01:59:59Z'),
      new Date('2027-03-28T03:00:00Z'),
    ]);
  });

  it('contains no formula, and preserves any string except for characters that XML cannot contain', async () => {
    const saying = fc.string({ unit: fc.constantFrom(...'=+-@;<>&"\'\t\n a1_x\u0001\uFFFF😀') });
    await fc.assert(
      fc.asyncProperty(fc.array(saying, { minLength: 1, maxLength: 20 }), async (texts) => {
        const rows = (await rowsOf(...texts.map((content) => ({ content, count: 1 })))) ?? [];
        expect(rows.map(([content]) => content ?? '')).toEqual(texts.map(removeControlCharacters));
      }),
      { numRuns: 100 },
    );
  });

  it('omits characters that XML cannot contain, and truncates strings that are too long for a cell', async () => {
    const long = `${'a'.repeat(maxCellLength - 2)}😀${'b'.repeat(10)}`;
    expect(
      await rowsOf(
        { content: 'a\u0000\u0008\u001f\uFFFEb\r\nc\rd' },
        { content: 'half \uD83D.' },
        { content: 'x'.repeat(maxCellLength) },
        { content: long },
      ),
    ).toEqual([
      ['ab\nc\nd', null, null, null],
      ['half \uFFFD.', null, null, null],
      ['x'.repeat(maxCellLength), null, null, null],
      [`${'a'.repeat(maxCellLength - 2)}…`, null, null, null],
    ]);
  });

  it('preserves a string that looks like an escaped character code', async () => {
    const xml = partOf(
      await bytesOf(sheetOf([{ content: '_x0041_ _x41_' }])),
      'xl/worksheets/sheet1.xml',
    );
    expect(xml).toContain('>_x005F_x0041_ _x41_<');
  });

  it('represents dates before March 1900 as text, and NaN as an empty cell', async () => {
    expect(
      await rowsOf({ day: '1899-12-31', time: '1850-01-01T00:00:00Z', count: Number.NaN }),
    ).toEqual([[null, null, '1899-12-31', '1850-01-01 04:28:12']]);
  });

  it('has a frozen header row with bold titles, and a filter over all rows', async () => {
    const bytes = await bytesOf(sheetOf([{ content: 'a' }], [{ content: 'b' }]));
    const xml = partOf(bytes, 'xl/worksheets/sheet1.xml');
    expect(xml).toMatch(/<pane ySplit="1" topLeftCell="A2" [^>]*state="frozen"\/>/);
    expect(xml).toContain('<autoFilter ref="A1:D3"/>');
    expect(xml).toContain('<c r="A1" s="1" t="inlineStr">');
    expect(partOf(bytes, 'xl/styles.xml')).toContain('fontId="1"');
  });

  it('continues on another sheet when a sheet is full, and has only a header row if there are no rows', async () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ count: index }));
    const sheets = await readWorkbook(await bytesOf(sheetOf(many.slice(0, 2), many.slice(2)), 3));
    expect(sheets.map(({ name, rows }) => [name, rows.map((row) => row[1])])).toEqual([
      ['A list', ['Count', 0, 1]],
      ['A list 2', ['Count', 2, 3]],
      ['A list 3', ['Count', 4]],
    ]);
    const [empty] = await readWorkbook(await bytesOf(sheetOf()));
    expect(empty?.rows).toEqual([['Content', 'Count', 'Day', 'Time']]);
  });

  it('produces no output if its first rows cannot be read', async () => {
    async function* failing(): AsyncGenerator<Row[]> {
      yield await Promise.reject(new Error('no database'));
    }
    for (const content of [
      writeXlsx({ ...sheetOf(), portions: failing() }, at),
      writeCsv({ ...sheetOf(), portions: failing() }),
    ]) {
      await expect(content.next()).rejects.toThrow('no database');
    }
  });

  it('is streamed with bounded memory', async () => {
    const noise = () => Array.from({ length: 200 }, () => Math.random().toString(36)).join(' ');
    function* many() {
      for (let portion = 0; portion < 600; portion += 1)
        yield [{ content: noise() }, { content: noise() }];
    }
    let largest = 0;
    let written = 0;
    for await (const chunk of writeXlsx({ ...sheetOf(), portions: many() }, at)) {
      largest = Math.max(largest, chunk.length);
      written += chunk.length;
    }
    expect(written).toBeGreaterThan(1_000_000);
    expect(largest).toBeLessThan(300_000);
  });
});

describe('a sheet exported as CSV', () => {
  it('contains numbers and local times, but no formula', async () => {
    const lines = (
      await Array.fromAsync(
        writeCsv(
          sheetOf(
            [{ content: '=1+1', count: -8.5, day: '2027-05-22', time: '2027-01-15T19:30:15Z' }],
            [{ content: '\u0000=1\u0007' }, {}],
          ),
        ),
      )
    ).join('');
    expect(lines).toBe(
      "\uFEFFContent,Count,Day,Time\r\n'=1+1,-8.5,2027-05-22,2027-01-16 00:30:15\r\n'=1,,,\r\n,,,\r\n",
    );
    expect(await Array.fromAsync(writeCsv(sheetOf()))).toEqual([
      '\uFEFFContent,Count,Day,Time\r\n',
    ]);
  });
});

describe('an Excel workbook', () => {
  it('has valid sheet names, even if the name of the exported list is not a valid sheet name', () => {
    expect(buildSheetName('Award list BS/CS: [2027]*?', 0)).toBe('Award list BS CS   2027');
    expect(buildSheetName("'quoted'", 0)).toBe('quoted');
    expect(buildSheetName('x'.repeat(40), 0)).toBe('x'.repeat(31));
    expect(buildSheetName('x'.repeat(40), 9)).toBe(`${'x'.repeat(28)} 10`);
    expect(buildSheetName('[]', 1)).toBe('Sheet 2');
  });

  it('labels the column after Z as AA', () => {
    expect([0, 25, 26, 701, 702].map(getColumnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
  });
});
