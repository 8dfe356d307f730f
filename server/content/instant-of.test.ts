import { expect, test } from 'vitest';
import { instantOf } from './instant-of.ts';

test('the same wall clock is another instant in summer than in winter', () => {
  expect(instantOf('2026-01-15 12:00', 'America/New_York')).toBe('2026-01-15T17:00:00Z');
  expect(instantOf('2026-07-15 12:00', 'America/New_York')).toBe('2026-07-15T16:00:00Z');
});

test('a time that comes twice means the first one', () => {
  expect(instantOf('2026-10-25 02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00Z');
});

test('a time that is skipped means the moment of the leap, and stays before every later time', () => {
  expect(instantOf('2026-03-29 02:30', 'Europe/Berlin')).toBe('2026-03-29T01:00:00Z');
  expect(instantOf('2026-03-29 03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00Z');
  expect(instantOf('2011-12-30 12:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00Z');
});

test('a date or time that does not exist is no instant', () => {
  expect(instantOf('2027-02-29 12:00', 'Asia/Karachi')).toBeUndefined();
  expect(instantOf('2027-02-28 24:00', 'Asia/Karachi')).toBeUndefined();
});
