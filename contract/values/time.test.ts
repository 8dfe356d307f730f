import { expect, test } from 'vitest';
import { formatDate, formatDateTime } from './time.ts';

test('formatDateTime formats an instant in the time zone', () => {
  expect(formatDateTime('2027-05-30T09:00:00Z', 'Asia/Karachi')).toBe('30 May 2027, 14:00');
  expect(formatDateTime('2027-02-28T18:59:00Z', 'Asia/Karachi')).toBe('28 February 2027, 23:59');
  expect(formatDateTime('2026-12-31T19:00:00Z', 'Asia/Karachi')).toBe('1 January 2027, 00:00');
});

test('formatDate applies the time zone to an instant but not to a calendar date', () => {
  expect(formatDate('2027-05-22', 'America/New_York')).toBe('22 May 2027');
  expect(formatDate('2027-05-22T22:00:00Z', 'Asia/Karachi')).toBe('23 May 2027');
});
