import { expect, test } from 'vitest';
import { spellOutCount } from './desk.ts';
import { formatAge, formatRelativeDueDate, formatRelativeTime } from './rules/relative-time.ts';

test('spellOutCount spells out counts up to twelve', () => {
  expect(spellOutCount(1, 'group')).toBe('One group');
  expect(spellOutCount(12, 'student')).toBe('Twelve students');
  expect(spellOutCount(31, 'reply', 'replies')).toBe('31 replies');
});

test('formatRelativeTime formats the time difference in whole days, hours or minutes', () => {
  const now = new Date('2027-05-07T12:00:00Z');
  expect(formatRelativeTime('2027-05-10T12:00:00Z', now)).toBe('in 3 days');
  expect(formatRelativeTime('2027-05-08T12:00:00Z', now)).toBe('in 24 hours');
  expect(formatRelativeTime('2027-05-07T12:00:30Z', now)).toBe('in 1 minute');
  expect(formatRelativeTime('2027-05-05T12:00:00Z', now)).toBe('2 days ago');
  expect(formatRelativeTime('2027-05-07T11:59:40Z', now)).toBe('1 minute ago');
  expect(formatAge('2027-05-10T12:00:00Z', now)).toBe('just now');
  expect(formatAge('2027-05-05T12:00:00Z', now)).toBe('2 days ago');
});

test('formatRelativeDueDate treats a due date as in the future until its minute has ended', () => {
  const due = '2027-05-07T12:00:00Z';
  expect(formatRelativeDueDate(due, new Date('2027-05-07T12:00:59.999Z'))).toBe('in 1 minute');
  expect(formatRelativeDueDate(due, new Date('2027-05-07T12:01:00Z'))).toBe('1 minute ago');
});
