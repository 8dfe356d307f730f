import { expect, test } from 'vitest';
import { quoted } from './quoted.ts';

test('what a student typed holds no address that a mail program would make a link of', () => {
  for (const text of [
    'Pay at http://evil.test/fees',
    'see www.evil.test',
    'evil.test',
    'javascript:alert(1)',
    'write to thief@evil.test',
    'HTTPS://EVIL.TEST',
  ]) {
    expect(quoted(text)).not.toMatch(/\w:\/\/|\w\.\w|\w:\w|\w@\w/);
    expect(quoted(text).replaceAll('\u200b', '')).toBe(text);
  }
});

test('what a student typed stays as it is where it looks like no address', () => {
  const title = 'Dr. Who: a tracker for campus buses (phase 2)';
  expect(quoted(title)).toBe(title);
});

test('what a student typed takes one line of at most 120 characters', () => {
  expect(quoted('one\r\ntwo\u202ethree\u200b')).toBe('one two three');
  expect([...quoted('😀'.repeat(200))]).toHaveLength(120);
  expect(quoted(`${'x'.repeat(119)}😀y`)).toBe(`${'x'.repeat(119)}…`);
});
