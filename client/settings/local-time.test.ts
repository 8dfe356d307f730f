import { expect, test } from 'vitest';
import { aYearLater, instantAt } from './local-time.ts';

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
  expect(instantAt('soon', 'Asia/Karachi')).toBeUndefined();
  expect(instantAt('2027-13-01 10:00', 'Asia/Karachi')).toBeUndefined();
});

test('a local time is an instant by the zone’s clock, also where summer time begins', () => {
  expect(instantAt('2027-05-30 14:00', 'Asia/Karachi')).toBe('2027-05-30T09:00:00.000Z');
  expect(instantAt('2027-03-28 10:00', 'Europe/Berlin')).toBe('2027-03-28T08:00:00.000Z');
  expect(instantAt('2027-01-15 10:00', 'Europe/Berlin')).toBe('2027-01-15T09:00:00.000Z');
});
