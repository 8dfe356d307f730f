import { expect, test } from 'vitest';
import { addMissingDays } from './fill-days.ts';

const day = (of: string) => ({
  day: of,
  deadlines: [],
  counts: { proposal: 0, feeProof: 0, certificate: 0, thesis: 0, similarity: 0, code: 0 },
});

test('addMissingDays adds the days without submissions, including across a month end and a leap day', () => {
  expect(addMissingDays([day('2028-02-27'), day('2028-03-01')])).toEqual([
    '2028-02-27',
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
});

test('addMissingDays returns a single day unchanged, and an empty list if there are no days', () => {
  expect(addMissingDays([day('2027-01-15')])).toEqual(['2027-01-15']);
  expect(addMissingDays([])).toEqual([]);
});
