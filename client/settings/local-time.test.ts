import { expect, test } from 'vitest';
import { aYearLater } from './local-time.ts';

test.each([
  ['2026-09-25 23:00', '2027-09-25 23:00'],
  ['2027-02-28 23:59', '2028-02-29 23:59'],
  ['2028-02-29 23:59', '2029-02-28 23:59'],
  ['2026-04-30 14:00', '2027-04-30 14:00'],
  ['2027-12-31 00:00', '2028-12-31 00:00'],
  ['2028-02-28 10:00', '2029-02-28 10:00'],
])('a deadline of %s is on %s in the year after', (before, after) => {
  expect(aYearLater(before)).toBe(after);
});

test('what is no date stays as it was typed', () => {
  expect(aYearLater('')).toBe('');
});
