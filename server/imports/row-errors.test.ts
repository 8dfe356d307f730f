import { expect, test } from 'vitest';
import { findRepeatedKeys } from './row-errors.ts';

test('each row whose key occurs before names the first row with the key, and empty keys are no repetition', () => {
  const keys = ['a', '', 'b', 'a', '', 'a'];
  const items = keys.map((key, index) => ({ row: index + 2, key }));
  const errors = findRepeatedKeys(items, 'email', 'email', ({ key }) => key);
  expect(errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [5, 'email', 'Rows 2 and 5 have the same email. Correct one of them, or remove it.'],
    [7, 'email', 'Rows 2 and 7 have the same email. Correct one of them, or remove it.'],
  ]);
});
