import { expect, test } from 'vitest';
import { assignLabelLevels } from './levels.ts';

test('assignLabelLevels puts distant labels on the same line and overlapping labels on different lines', () => {
  expect(assignLabelLevels([0, 10, 20], 5)).toEqual([0, 0, 0]);
  expect(assignLabelLevels([0, 2, 4, 6, 50], 5)).toEqual([0, 1, 2, 0, 0]);
  expect(assignLabelLevels([], 5)).toEqual([]);
});
