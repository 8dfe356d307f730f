import { expect, it } from 'vitest';
import { formatRepetitions } from './repetitions.ts';

it.each([
  [12, '12 times until 14:05'],
  [2, '2 times until 14:05'],
  [1, undefined],
])('formats %d occurrences', (times, expected) => {
  const lastAt = '2027-01-15T09:05:59.999Z';
  expect(formatRepetitions({ times, lastAt }, 'Asia/Karachi')).toBe(expected);
});
