import { expect, test } from 'vitest';
import { formatDate, formatDateTime } from './time.ts';

test('an instant shows the wall clock of the zone', () => {
  expect(formatDateTime('2027-05-30T09:00:00Z', 'Asia/Karachi')).toBe('30 May 2027, 14:00');
  expect(formatDateTime('2027-02-28T18:59:00Z', 'Asia/Karachi')).toBe('28 February 2027, 23:59');
  expect(formatDateTime('2026-12-31T19:00:00Z', 'Asia/Karachi')).toBe('1 January 2027, 00:00');
});

test('a calendar date has no zone, an instant’s date has', () => {
  expect(formatDate('2027-05-22', 'America/New_York')).toBe('22 May 2027');
  expect(formatDate('2027-05-22T22:00:00Z', 'Asia/Karachi')).toBe('23 May 2027');
});
