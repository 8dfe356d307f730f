import { expect, test } from 'vitest';
import { instantOf } from './instant-of.ts';

test('a wall clock of a time zone is turned into its instant, in summer and in winter', () => {
  expect(instantOf('2027-05-07T23:59', 'Asia/Karachi')).toBe('2027-05-07T18:59:00.000Z');
  expect(instantOf('2027-07-01T12:00', 'Europe/London')).toBe('2027-07-01T11:00:00.000Z');
  expect(instantOf('2027-01-01T12:00', 'Europe/London')).toBe('2027-01-01T12:00:00.000Z');
  expect(instantOf('', 'Asia/Karachi')).toBeUndefined();
});
