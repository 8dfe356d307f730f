import { describe, expect, it } from 'vitest';
import { buildOdsXml } from '#tools/test/files/spreadsheet-files.ts';
import { readOds } from './ods.ts';

const read = (rows: string, chosen?: string) =>
  readOds(buildOdsXml(`<table:table table:name="List">${rows}</table:table>`, 'document'), chosen);
const p = (text: string) => `<text:p>${text}</text:p>`;
const cell = (attributes: string, content = '') =>
  `<table:table-cell ${attributes}>${content}</table:table-cell>`;
const row = (content: string, attributes = '') =>
  `<table:table-row ${attributes}>${content}</table:table-row>`;

function readCell(attributes: string, content: string) {
  const [first] = read(row(cell(attributes, content))).rows;
  return { text: first?.cells[0] ?? '', reason: first?.doubts[0]?.reason };
}
const typed = (type: string, value = '') => `office:value-type="${type}" ${value}`;

describe('a cell in an OpenDocument spreadsheet', () => {
  it.for<[name: string, attributes: string, content: string, text: string]>([
    ['with leading zeros', typed('float', 'office:value="15"'), p('0015'), '0015'],
    ['with a prefix', typed('float', 'office:value="15"'), p('F22-BCS-015'), 'F22-BCS-015'],
    ['of a percentage', typed('percentage', 'office:value="0.5"'), p('50%'), '50%'],
    ['of a currency', typed('currency', 'office:value="1500"'), p('Rs 1,500'), 'Rs 1,500'],
    ['shortened by its width', typed('float', 'office:value="9E+11"'), p('9E+11'), '900000000000'],
    ['without a text', typed('float', 'office:value="7.5"'), '', '7.5'],
    ['of text', typed('string'), p('Ali Raza'), 'Ali Raza'],
    ['of a text attribute', typed('string', 'office:string-value="Ali"'), '', 'Ali'],
    ['of spaces', typed('string'), p('A<text:s text:c="2"/>B<text:s/>C'), 'A  B C'],
    [
      'of spans and links',
      typed('string'),
      p('<text:span>A</text:span><text:a>li</text:a>'),
      'Ali',
    ],
    ['of two paragraphs', typed('string'), p('A') + p('B'), 'A\nB'],
    ['with a line break', typed('string'), p('A<text:line-break/>B'), 'A\nB'],
    [
      'with a comment',
      typed('string'),
      `<office:annotation>${p('ask him')}</office:annotation>${p('Ali')}`,
      'Ali',
    ],
    [
      'with a drawing',
      typed('string'),
      `<draw:frame xmlns:draw="d"><draw:text-box>${p('note')}</draw:text-box></draw:frame>${p('Ali')}`,
      'Ali',
    ],
  ])('is read as displayed: %s', ([, attributes, content, text]) => {
    expect(readCell(attributes, content)).toEqual({ text, reason: undefined });
  });

  it.for<[attributes: string, content: string, text: string, reason: RegExp]>([
    [
      typed('date', 'office:date-value="2022-03-03"'),
      p('03/03/22'),
      '03/03/22',
      /the date 3 March 2022$/,
    ],
    [
      typed('date', 'office:date-value="2022-03-03T14:30:00"'),
      p('3.3.22'),
      '3.3.22',
      /date and time 3 March 2022(,| at) 14:30$/,
    ],
    [typed('time', 'office:time-value="PT06H00M00S"'), p('06:00'), '06:00', /the time 06:00$/],
    [typed('boolean', 'office:boolean-value="true"'), p('WAHR'), 'WAHR', /logical value TRUE$/],
    ['table:formula="of:=[.B1]"', '', '', /formula without a result$/],
    [typed('string', 'table:formula="of:=x"'), p('#NAME?'), '#NAME?', /the error #NAME\?$/],
    [typed('string', 'table:formula="of:=x"'), p('Err:508'), 'Err:508', /the error Err:508$/],
    [typed('float', 'office:value="15"'), p(''), '', /shows nothing but contains 15$/],
    [typed('float', 'office:value="923001234567"'), p('9.23E+11'), '9.23E+11', /first digits/],
    [typed('float', 'office:value="1234567890123456789"'), p('12345'), '12345', /15 digits/],
  ])('is reported as ambiguous, with the reason: %s %s', ([attributes, content, text, reason]) => {
    const parsedCell = readCell(attributes, content);
    expect(parsedCell.text).toBe(text);
    expect(parsedCell.reason).toMatch(reason);
  });
});

describe('an OpenDocument spreadsheet', () => {
  const word = (text: string, attributes = '') => cell(`${typed('string')} ${attributes}`, p(text));

  it('is read with repeated cells and rows expanded and with covered cells as empty cells', () => {
    const { rows } = read(
      `<table:table-header-rows>${row(word('a', 'table:number-columns-repeated="2"') + word('b'))}</table:table-header-rows>
       ${row(cell('table:number-columns-repeated="3"'), 'table:number-rows-repeated="5"')}
       <table:table-row-group>${row(`<table:covered-table-cell/>${word('c')}`, 'table:number-rows-repeated="2"')}</table:table-row-group>`,
    );
    expect(rows.map(({ row: at, cells }) => [at, cells])).toEqual([
      [1, ['a', 'a', 'b']],
      [7, ['', 'c']],
      [8, ['', 'c']],
    ]);
  });

  it('is read from the selected sheet, or from the first visible sheet if none is selected, with hidden rows marked', () => {
    const xml = buildOdsXml(
      `<table:table table:name="Old" table:style-name="hidden">${row(word('old'))}</table:table>
       <table:table table:name="Now">${row(word('a'))}${row(word('b'), 'table:visibility="filter"')}${row(word('c'), 'table:visibility="collapse"')}</table:table>`,
      'document-content',
    );
    const { name, names, rows } = readOds(xml);
    expect([name, names]).toEqual([
      'Now',
      [
        { name: 'Old', isHidden: true },
        { name: 'Now', isHidden: false },
      ],
    ]);
    expect(rows.map(({ isHidden }) => isHidden)).toEqual([false, true, true]);
    expect(readOds(xml, 'Old').rows[0]?.cells).toEqual(['old']);
  });
});
