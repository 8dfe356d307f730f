import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

test('a count names one thing or several, where they are, and what was searched for', () => {
  expect(formatCount(1, 'user', '')).toBe('1 user');
  expect(formatCount(0, 'user', 'x')).toBe('0 users found for “x”');
  expect(formatCount(2, 'group', 'robot', ' in the bin')).toBe(
    '2 groups in the bin found for “robot”',
  );
});
