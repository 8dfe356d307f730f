import { expect, test } from 'vitest';
import type { Submission } from '#contract/rules/submissions.ts';
import { findDueReminders, getReminderKey } from './reminders-due.ts';

const due = '2027-05-07T18:59:00Z';
const submission: Submission = {
  deadlineId: 'thesis',
  title: 'Thesis',
  due,
  firstDue: due,
  documents: ['thesis'],
  state: 'open',
  submittedAt: null,
  version: null,
  lateMs: 0,
  missing: ['thesis'],
  takenUntil: null,
  passedBeforeGroup: false,
};
const daysOf = (at: string, changes: Partial<Submission> = {}, sent: string[] = []) =>
  findDueReminders([{ ...submission, ...changes }], [7, 1], new Set(sent), new Date(at)).map(
    ({ days }) => days,
  );

test('findDueReminders returns one reminder seven days and one reminder one day before the due date', () => {
  expect(daysOf('2027-04-30T18:58:59Z')).toEqual([]);
  expect(daysOf('2027-04-30T18:59:00Z')).toEqual([7]);
  expect(daysOf('2027-05-01T18:59:00Z', {}, [getReminderKey(submission, 7)])).toEqual([]);
  expect(daysOf('2027-05-06T18:59:00Z', {}, [getReminderKey(submission, 7)])).toEqual([1]);
  expect(daysOf('2027-05-07T18:00:00Z', {}, [getReminderKey(submission, 1)])).toEqual([]);
});

test('findDueReminders returns only the latest reminder if earlier reminders were never sent', () => {
  expect(daysOf('2027-05-07T12:00:00Z')).toEqual([1]);
});

test('findDueReminders skips deadlines that the group has met or is excused from, and deadlines that require no files', () => {
  for (const state of ['submitted', 'late', 'before-group', 'excused'] as const) {
    expect(daysOf('2027-05-07T12:00:00Z', { state })).toEqual([]);
  }
  expect(daysOf('2027-05-07T12:00:00Z', { documents: [] })).toEqual([]);
});

test('findDueReminders returns a reminder again after the deadline is moved to a later date', () => {
  const later = { due: '2027-05-20T18:59:00Z', state: 'extended' as const };
  expect(daysOf('2027-05-13T19:00:00Z', later, [getReminderKey(submission, 7)])).toEqual([7]);
});

test('findDueReminders reports missing files once, and only within three days after the due date', () => {
  const missed = { state: 'missed' as const };
  expect(daysOf('2027-05-08T12:00:00Z', missed)).toEqual([-1]);
  expect(daysOf('2027-05-08T12:00:00Z', missed, [getReminderKey(submission, -1)])).toEqual([]);
  expect(daysOf('2027-05-11T12:00:00Z', missed)).toEqual([]);
});

test('findDueReminders sorts reminders by due date', () => {
  const extended = { ...submission, deadlineId: 'report', due: '2027-05-09T18:59:00Z' };
  const reminders = findDueReminders(
    [extended, submission],
    [7],
    new Set(),
    new Date('2027-05-04T12:00Z'),
  );
  expect(reminders.map((reminder) => reminder.submission.deadlineId)).toEqual(['thesis', 'report']);
});

test('findDueReminders returns what a member who joined late owes, although the group has submitted its files', () => {
  const newcomer = { ...submission, memberId: 'm2', name: 'Sara', documents: ['certificate'] };
  const newcomers = [newcomer, { ...newcomer, memberId: 'm3' }];
  const find = (sent: string[]) =>
    findDueReminders(
      [{ ...submission, due: '2027-04-01T18:59:00Z', state: 'submitted', newcomers }],
      [7],
      new Set(sent),
      new Date('2027-05-01T12:00:00Z'),
    );
  const [reminder] = find([getReminderKey({ deadlineId: 'thesis.m3', due }, 7)]);
  expect(reminder).toMatchObject({ submission: { due }, days: 7, newcomer });
  expect(find([])).toHaveLength(2);
});
