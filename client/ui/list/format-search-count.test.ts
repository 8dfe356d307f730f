import { expect, test } from 'vitest';
import { formatSearchCount } from './format-search-count.ts';

test('formatSearchCount returns a count such as "1 user" or "2 groups in the bin found for “robot”"', () => {
  expect(formatSearchCount(1, 'user', '')).toBe('1 user');
  expect(formatSearchCount(0, 'user', 'x')).toBe('0 users found for “x”');
  expect(formatSearchCount(2, 'group', 'robot', ' in the bin')).toBe(
    '2 groups in the bin found for “robot”',
  );
});
