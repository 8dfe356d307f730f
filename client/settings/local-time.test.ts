import { expect, test } from 'vitest';
import { addYear } from './local-time.ts';

test.each([
  ['2026-09-25 23:00', '2027-09-25 23:00'],
  ['2027-02-28 23:59', '2028-02-29 23:59'],
  ['2028-02-29 23:59', '2029-02-28 23:59'],
  ['2026-04-30 14:00', '2027-04-30 14:00'],
  ['2027-12-31 00:00', '2028-12-31 00:00'],
  ['2028-02-28 10:00', '2029-02-28 10:00'],
])('addYear changes %s to %s', (before, after) => {
  expect(addYear(before)).toBe(after);
});

test('addYear returns an empty string unchanged', () => {
  expect(addYear('')).toBe('');
});
