import { describe, expect, it } from 'vitest';
import type { Encoding } from '#client/imports/encodings.ts';
import { detectEncoding } from './detect-encoding.ts';
import { readSpreadsheetFile } from './read-file.ts';

function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const letters = [...new TextDecoder(encoding).decode(bytes)];
  return Uint8Array.from([...text], (letter) => {
    const byte = letters.indexOf(letter);
    if (byte < 0) throw new Error(`${encoding} has no ${letter}`);
    return byte;
  });
}

const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0);
      return isBig ? [code >> 8, code & 0xff] : [code & 0xff, code >> 8];
    }),
  );

const names = [
  'Jürgen Müller',
  'François Lefèvre',
  'José Núñez',
  'Søren Ångström',
  'Zoë Brontë',
  'JÜRGEN MÜLLER',
  'Émile Zola',
  'Ümit Öztürk',
  'Conceição Araújo',
  'Siân O’Connor',
];
const arabicNames = ['محمد علي', 'فاطمة', 'عبدالله', 'أحمد خان', 'زينب', 'پروين گل', 'چودھرے'];

describe('the encoding of a CSV file', () => {
  it.for([
    ...names.flatMap(
      (name) =>
        [
          [name, 'windows-1252'],
          [name, 'macintosh'],
        ] as const,
    ),
    ...arabicNames.map((name) => [name, 'windows-1256'] as const),
  ])('is detected from a single name: %s in %s', async ([name, encoding]) => {
    const bytes = encode(`Name,Email,Role\r\n${name},m.ali@university.test,Student\r\n`, encoding);
    const sheet = await readSpreadsheetFile(new Blob([bytes]));
    expect([sheet.encoding, sheet.rows[1]?.cells[0]]).toEqual([encoding, name]);
  });

  it.for([...names, ...arabicNames, 'Muhammad Ali'])(
    'is detected as UTF-8 if the bytes are valid UTF-8, with or without a byte order mark: %s',
    (name) => {
      for (const mark of ['', '\uFEFF']) {
        const bytes = new TextEncoder().encode(`${mark}Name,Role\n${name},Student\n`);
        expect(detectEncoding(bytes)).toBe('utf-8');
      }
    },
  );

  it.for([
    ['utf-16le', ''],
    ['utf-16be', ''],
    ['utf-16le', '\uFEFF'],
    ['utf-16be', '\uFEFF'],
  ] as const)('is detected as %s with the byte order mark “%s”', async ([encoding, mark]) => {
    const bytes = utf16(`${mark}Name\tRole\r\nمحمد\tstudent\r\n`, encoding === 'utf-16be');
    const sheet = await readSpreadsheetFile(new Blob([bytes]));
    expect([sheet.encoding, sheet.rows[1]?.cells]).toEqual([encoding, ['محمد', 'student']]);
  });

  it('can be selected by the user, in which case cells that cannot be decoded are reported', async () => {
    const bytes = encode('Name,Role\r\nJürgen,student\r\n', 'windows-1252');
    const sheet = await readSpreadsheetFile(new Blob([bytes]), { encoding: 'utf-8' });
    expect(sheet.encoding).toBe('utf-8');
    expect(sheet.rows[1]?.doubts).toMatchObject([{ isRefused: true, column: 0 }]);
  });
});
