import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildXlsxFile, escapeXml } from '#tools/test/files/spreadsheet-files.ts';
import { readXlsx } from './xlsx.ts';
import { openZip } from './zip.ts';

type Options = Parameters<typeof buildXlsxFile>[1];

const readRows = (rows: string, options?: Options) =>
  readXlsx(openZip(buildXlsxFile([{ name: 'List', rows }], options))).rows;

/** Reads one cell. The attribute `s="1"` of a cell selects the first of `options.formats`. */
function readCell(cell: string, options?: Options) {
  const [row] = readRows(`<row r="5">${cell}</row>`, options);
  return { text: row?.cells[0] ?? '', reason: row?.doubts[0]?.reason };
}

const numberCell = (value: number | string) => `<c r="A5" s="1"><v>${value}</v></c>`;

describe('a number in a workbook', () => {
  it.for<[format: string, value: number | string, text: string]>([
    ['0000', 15, '0015'],
    ['"F22-BCS-"000', 15, 'F22-BCS-015'],
    ['"FA"00"-"000', 22007, 'FA22-007'],
    ['\\R\\-0', 7, 'R-7'],
    ['0', 15.4, '15'],
    ['0%', 0.5, '50%'],
    ['#,##0', 1234567, '1,234,567'],
    ['0.00', 7.5, '7.50'],
    ['(0000) 0000000', 3001234567, '(0300) 1234567'],
    ['00000-0000000-0', 3520212345671, '35202-1234567-1'],
    ['[>99]"A"0;"B"0', 100, 'A100'],
    ['0;[Red]"minus "0', -3, 'minus 3'],
    ['_(* #,##0_)', 3, ' 3 '],
    ['General', 923001234567, '923001234567'],
    ['General', '9.23001234567E+11', '923001234567'],
    ['General', '0.30000000000000004', '0.3'],
    ['@', 15, '15'],
  ])('is read as displayed in the format %s: %s is “%s”', ([format, value, text]) => {
    expect(readCell(numberCell(value), { formats: [format] })).toEqual({ text, reason: undefined });
  });
});

describe('an ambiguous cell in a workbook', () => {
  const marchReport = '<c r="A5" s="1"><v>44623</v></c>';
  it.for<[cell: string, format: string, reason: RegExp]>([
    [marchReport, 'dd/mm/yyyy', /^the cell contains the date 3 March 2022$/],
    [marchReport, 'm/d/yyyy', /the date 3 March 2022$/],
    [marchReport, 'mmm-yy', /the date 3 March 2022$/],
    [numberCell(44623.5), 'yyyy-mm-dd hh:mm', /the date and time 3 March 2022(,| at) 12:00$/],
    [numberCell(0.25), 'hh:mm', /the time 06:00$/],
    [numberCell(-5), 'yyyy', /number format yyyy/],
    ['<c r="A5" t="d"><v>2022-03-03</v></c>', 'General', /the date 3 March 2022$/],
    ['<c r="A5" t="b"><v>1</v></c>', 'General', /the logical value TRUE$/],
    ['<c r="A5" t="b"><f>1=2</f><v>0</v></c>', 'General', /the logical value FALSE$/],
    ['<c r="A5" t="e"><v>#N/A</v></c>', 'General', /the error #N\/A$/],
    ['<c r="A5"><f>B5&amp;"-1"</f></c>', 'General', /a formula without a result$/],
    ['<c r="A5"><f>B5</f><v/></c>', 'General', /a formula without a result$/],
    ['<c r="A5" t="str"><f>B5&amp;"-1"</f></c>', 'General', /a formula without a result$/],
    [numberCell(923001234567), '0.00E+00', /only the first digits.*9\.23E\+11$/],
    [numberCell('1234567890123456789'), 'General', /more than 15 digits/],
    [numberCell(15), ';;;', /shows nothing but contains 15$/],
    [numberCell(15), '[$-2000401]0', /contains 15 and displays it in the number format/],
    [numberCell(15), '[DBNum1]0', /number format \[DBNum1\]0$/],
    ['<c r="A5" t="inlineStr"><is><t>????? ???</t></is></c>', 'General', /letters of .* were lost/],
    ['<c r="A5" t="inlineStr"><is><t>Mu\uFFFDller</t></is></c>', 'General', /letters of .* lost/],
    ['<c r="A5" t="inlineStr"><is><t>#####</t></is></c>', 'General', /too narrow/],
  ])('is reported with the expected reason: cell %s in the format %s', ([cell, format, reason]) => {
    expect(readCell(cell, { formats: [format] }).reason).toMatch(reason);
  });

  it('is not reported for a formula that returns an empty string', () => {
    expect(readRows('<row><c t="str"><f>""</f><v></v></c></row>')).toEqual([]);
  });

  it('is reported with the correct date if the workbook uses the 1904 date system', () => {
    const options = { formats: ['yyyy-mm-dd'], is1904: true };
    expect(readCell(numberCell(44623 - 1462), options)).toEqual({
      text: '2022-03-03',
      reason: 'the cell contains the date 3 March 2022',
    });
  });
});

describe('text in a workbook', () => {
  const rich =
    '<si><r><t>Ali</t></r><r><rPr><b/></rPr><t xml:space="preserve"> </t></r><r><t>Raza</t></r><rPh sb="0" eb="1"><t>no</t></rPh><phoneticPr fontId="1"/></si>';
  it.for<[name: string, cell: string, text: string]>([
    ['of several formatted runs', '<c r="A5" t="s"><v>0</v></c>', 'Ali Raza'],
    ['inline', '<c r="A5" t="inlineStr"><is><t>0015</t></is></c>', '0015'],
    [
      'inline in runs with a phonetic hint',
      '<c r="A5" t="inlineStr"><is><r><t>A</t></r><r><t>li</t></r><rPh sb="0" eb="1"><t>x</t></rPh></is></c>',
      'Ali',
    ],
    ['as the result of a formula', '<c r="A5" t="str"><f>A1</f><v>0015</v></c>', '0015'],
    [
      'with entities',
      '<c r="A5" t="inlineStr"><is><t>R&amp;D &lt;x&gt; &#65;</t></is></c>',
      'R&D <x> A',
    ],
    ['with an escaped character', '<c r="A5" t="inlineStr"><is><t>a_x0041_b</t></is></c>', 'aAb'],
    ['as CDATA', '<c r="A5" t="inlineStr"><is><t><![CDATA[R&D]]></t></is></c>', 'R&D'],
  ])('is read if it is %s', ([, cell, text]) => {
    expect(readCell(cell, { strings: rich })).toEqual({ text, reason: undefined });
  });

  it('is read together with the text that its number format adds', () => {
    const cell = '<c r="A5" s="1" t="inlineStr"><is><t>015</t></is></c>';
    expect(readCell(cell, { formats: ['"F22-"@'] }).text).toBe('F22-015');
  });

  it('is read unchanged, even if it contains characters that are escaped in XML', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (content) => {
        const text = content.replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFC]|_x/g, '').trim();
        const cell = `<c r="A5" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
        expect(readCell(cell).text).toBe(text);
      }),
    );
  });
});

describe('the cells of a worksheet', () => {
  const text = (content: string, at = '') =>
    `<c ${at} t="inlineStr"><is><t>${content}</t></is></c>`;

  it('are assigned to consecutive columns if they have no cell reference', () => {
    const rows = readRows(
      `<row>${text('a')}${text('b')}</row><row r="7">${text('c', 'r="C7"')}${text('d')}</row><row>${text('e')}</row>`,
    );
    expect(rows.map(({ row, cells }) => [row, cells])).toEqual([
      [1, ['a', 'b']],
      [7, ['', '', 'c', 'd']],
      [8, ['e']],
    ]);
  });

  it('are read from the first visible sheet by default, and cells in hidden rows are marked', () => {
    const file = buildXlsxFile([
      { name: 'Old', state: 'hidden', rows: `<row>${text('old')}</row>` },
      { name: 'Older', state: 'veryHidden', rows: `<row>${text('older')}</row>` },
      { name: 'Now', rows: `<row>${text('a')}</row><row hidden="1">${text('b')}</row>` },
    ]);
    const { name, names, rows } = readXlsx(openZip(file));
    expect(name).toBe('Now');
    expect(names.map(({ isHidden }) => isHidden)).toEqual([true, true, false]);
    expect(rows.map(({ cells, isHidden }) => [cells[0], isHidden])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });
});
