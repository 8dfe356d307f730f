import { expect, test } from 'vitest';
import { getNextCohortCode, getNextCohortName } from './next-cohort.ts';

test.each([
  ['Session 2026–27', 'Session 2027–28'],
  ['2098-99', '2099-00'],
  ['Fall 2027', 'Fall 2028'],
  ['The evening class', 'The evening class'],
])('the next cohort’s name after “%s” is “%s”', (name, next) => {
  expect(getNextCohortName(name)).toBe(next);
});

test('getNextCohortCode increments the year in the code, and returns a code without a year unchanged', () => {
  expect([getNextCohortCode('2027'), getNextCohortCode('2027F'), getNextCohortCode('F')]).toEqual([
    '2028',
    '2028F',
    'F',
  ]);
});
