import { expect, test } from 'vitest';
import { readText } from './read-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

test.each([
  ['no lines', '', []],
  ['a last line without a line feed', 'a\nb', ['a', 'b']],
  ['a last line with a line feed', 'a\nb\n', ['a', 'b']],
  ['line ends of Windows and old Macs', 'a\r\nb\rc', ['a', 'b', 'c']],
  ['empty lines', '\n\na', ['', '', 'a']],
  ['Urdu', 'سلام\n', ['سلام']],
  ['tabs and form feeds', 'a\tb\f', ['a\tb\f']],
  ['a byte order mark', '\ufeffa', ['a']],
])('reads %s', (_, text, lines) => {
  expect(readText(utf8(text))).toEqual({ lines, isCut: false });
});

test('reads UTF-16 with a byte order mark', () => {
  const bytes = (text: string) =>
    new Uint8Array(new Uint16Array([...`\ufeff${text}`].map((c) => c.charCodeAt(0))).buffer);
  expect(readText(bytes('ab\nc'))?.lines).toEqual(['ab', 'c']);
  expect(readText(bytes('ab\nc').map((_, at, all) => all[at ^ 1] ?? 0))?.lines).toEqual([
    'ab',
    'c',
  ]);
});

test('reads a Western European text that is not UTF-8', () => {
  expect(readText(new Uint8Array([0x63, 0x61, 0x66, 0xe9]))?.lines).toEqual(['café']);
});

test('returns null for a file with control characters', () => {
  expect(readText(new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0x02, 0x01]))).toBeNull();
  expect(
    readText(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00])),
  ).toBeNull();
});

test('cuts long files and long lines, and says so', () => {
  const long = readText(utf8('a\n'.repeat(6000)));
  expect([long?.lines.length, long?.isCut]).toEqual([5000, true]);
  const wide = readText(utf8('b'.repeat(3000)));
  expect([wide?.lines[0]?.length, wide?.isCut]).toEqual([2000, true]);
});
