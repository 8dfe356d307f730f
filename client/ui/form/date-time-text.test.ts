import { expect, test } from 'vitest';
import {
  formatDateText,
  formatDateTimeText,
  parseDateText,
  parseDateTimeText,
} from './date-time-text.ts';

test.each([
  ['30 November 2026, 23:59', '2026-11-30T23:59'],
  ['30 nov 2026 23:59', '2026-11-30T23:59'],
  ['1 Mar. 2027, 9:05', '2027-03-01T09:05'],
  ['30.11.2026 23:59', '2026-11-30T23:59'],
  ['3/4/2027, 08:00', '2027-04-03T08:00'],
  ['2026-11-30T23:59', '2026-11-30T23:59'],
  [' 2026-1-5 0:00 ', '2026-01-05T00:00'],
])('parseDateTimeText reads %j as %j', (text, expected) => {
  expect(parseDateTimeText(text)).toBe(expected);
});

test.each([
  '',
  '30 November 2026',
  '23:59',
  '31 November 2026, 23:59',
  '29 February 2027, 12:00',
  '30 November 2026, 24:00',
  '30 November 2026, 12:60',
  '30 Movember 2026, 12:00',
  '11:59 PM',
  '2026-13-01 12:00',
])('parseDateTimeText rejects %j', (text) => {
  expect(parseDateTimeText(text)).toBeUndefined();
});

test('formatDateTimeText formats a date in 24 hours and returns other text unchanged', () => {
  expect(formatDateTimeText('2026-11-30T23:59')).toBe('30 November 2026, 23:59');
  expect(formatDateTimeText('2027-02-01 07:30')).toBe('1 February 2027, 07:30');
  expect(formatDateTimeText('next week')).toBe('next week');
  expect(formatDateTimeText('')).toBe('');
});

test.each([
  ['2027-05-22', '2027-05-22'],
  ['2027-5-2', '2027-05-02'],
  ['22/05/2027', '2027-05-22'],
  ['22.5.2027', '2027-05-22'],
  [' 22 May 2027 ', '2027-05-22'],
  ['22. sep. 2027', '2027-09-22'],
])('parseDateText reads %j as %j', (text, expected) => {
  expect(parseDateText(text)).toBe(expected);
});

test.each([
  '',
  '22',
  '22 May',
  '22/13/2027',
  '29 February 2027',
  '22 May 2027, 23:59',
  '05/22/2027',
])('parseDateText rejects %j', (text) => {
  expect(parseDateText(text)).toBeUndefined();
});

test('formatDateText formats a date and returns other text unchanged', () => {
  expect(formatDateText('2027-05-22')).toBe('22 May 2027');
  expect(formatDateText('22/05/2027')).toBe('22 May 2027');
  expect(formatDateText('next week')).toBe('next week');
  expect(formatDateText('')).toBe('');
});
