import { expect, test } from 'vitest';
import { parseNumber } from './parse-number.ts';

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['7.25', 7.25],
  ['7,25', 7.25],
  [' 8. ', 8],
  [',5', 0.5],
  ['\u200b7\ufeff', 7],
  ['8\u000c', 8],
  ['-1', -1],
  ['0x10', Number.NaN],
  ['1e1', Number.NaN],
  ['1,000.5', Number.NaN],
  ['Infinity', Number.NaN],
  ['ten', Number.NaN],
] as const)('parseNumber parses "%s" as %s', (typed, number) => {
  expect(parseNumber(typed)).toBe(number);
});
