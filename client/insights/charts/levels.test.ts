import { expect, test } from 'vitest';
import { assignLevels } from './levels.ts';

test('assignLevels puts distant labels on the same line and overlapping labels on different lines', () => {
  expect(assignLevels([0, 10, 20], 5)).toEqual([0, 0, 0]);
  expect(assignLevels([0, 2, 4, 6, 50], 5)).toEqual([0, 1, 2, 0, 0]);
  expect(assignLevels([], 5)).toEqual([]);
});
