import { expect, test } from 'vitest';
import { quoteUserText } from './quoted.ts';

test('quoteUserText breaks up every URL and address that a mail program would turn into a link', () => {
  for (const text of [
    'Pay at http://evil.test/fees',
    'see www.evil.test',
    'evil.test',
    'javascript:alert(1)',
    'write to thief@evil.test',
    'HTTPS://EVIL.TEST',
  ]) {
    expect(quoteUserText(text)).not.toMatch(/\w:\/\/|\w\.\w|\w:\w|\w@\w/);
    expect(quoteUserText(text).replaceAll('\u200b', '')).toBe(text);
  }
});

test('quoteUserText does not change text without URLs or addresses', () => {
  const title = 'Dr. Who: a tracker for campus buses (phase 2)';
  expect(quoteUserText(title)).toBe(title);
});

test('quoteUserText returns one line of at most 120 characters', () => {
  expect(quoteUserText('one\r\ntwo\u202ethree\u200b')).toBe('one two three');
  expect([...quoteUserText('😀'.repeat(200))]).toHaveLength(120);
  expect(quoteUserText(`${'x'.repeat(119)}😀y`)).toBe(`${'x'.repeat(119)}…`);
});
