import { expect, test } from 'vitest';
import type { Submission } from '#contract/rules/submissions.ts';
import { listNextDue } from './list-next-due.ts';

const missed = {
  deadlineId: 'thesis',
  state: 'missed',
  due: '2027-05-07T18:59:00.000Z',
  takenUntil: '2027-05-09T18:59:00.000Z',
  missing: ['thesis'],
} as Submission;

test.each([
  ['during the minute in which the server takes its last file', '2027-05-09T18:59:59.000Z', 1],
  ['no longer once that minute has ended', '2027-05-09T19:00:00.000Z', 0],
])('listNextDue lists a missed deadline %s', (_, now, count) => {
  expect(listNextDue([missed], new Date(now))).toHaveLength(count);
});
