import { expect, test } from 'vitest';
import { levelsOf } from './levels.ts';

test('labels that are far enough apart stand on one line, others above one another', () => {
  expect(levelsOf([0, 10, 20], 5)).toEqual([0, 0, 0]);
  expect(levelsOf([0, 2, 4, 6, 50], 5)).toEqual([0, 1, 2, 0, 0]);
  expect(levelsOf([], 5)).toEqual([]);
});
