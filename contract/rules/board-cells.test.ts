import { expect, test } from 'vitest';
import type { BoardRow } from '#contract/board.ts';
import {
  filterBoardRows,
  formatCertificatesCell,
  formatDeadlineCell,
  formatMeetingsCell,
  formatMilestoneCell,
} from './board-cells.ts';

const hour = 3_600_000;

test('formatDeadlineCell returns the submission state, how late the submission is, and how many newcomers owe files', () => {
  expect(formatDeadlineCell({ state: 'late', lateMs: 75 * hour })).toBe('Submitted late by 3 days');
  expect(formatDeadlineCell({ state: 'missed', missing: ['thesis'] })).toBe('Overdue');
  expect(formatDeadlineCell({ state: 'submitted', newcomers: 1 })).toBe(
    'Submitted; 1 new member has files to submit',
  );
  expect(formatDeadlineCell({ state: 'missed', newcomers: 2, hasOverdueNewcomers: true })).toBe(
    'Overdue; 2 new members have overdue files',
  );
  expect(formatDeadlineCell(null)).toBe('Not for this program');
});

test('formatMilestoneCell returns the number of marked members and, if the cell has marks, the marks and their mean', () => {
  expect(formatMilestoneCell({ marked: 0 }, 3)).toBe('Not marked');
  expect(formatMilestoneCell({ marked: 2 }, 3)).toBe('2 of 3 marked');
  expect(formatMilestoneCell({ marked: 2, marks: [7, 8] }, 2)).toBe('Marked: 7, 8; mean 7.5');
  expect(formatMilestoneCell({ marked: 1, marks: [null, 8] }, 2)).toBe(
    '1 of 2 marked: –, 8; mean 8',
  );
  expect(formatMilestoneCell({ marked: 1, marks: [9] }, 1)).toBe('Marked: 9');
});

test('formatCertificatesCell returns the number of members with complete certificates', () => {
  expect(formatCertificatesCell(0, 3)).toBe('None complete');
  expect(formatCertificatesCell(2, 3)).toBe('2 of 3 complete');
  expect(formatCertificatesCell(3, 3)).toBe('Complete');
});

test('formatMeetingsCell returns the day of the last meeting, and whether it is too long ago', () => {
  expect(formatMeetingsCell({ lastDay: '2027-03-12', isQuiet: false })).toBe('12 March 2027');
  expect(formatMeetingsCell({ lastDay: '2027-01-12', isQuiet: true })).toBe(
    '12 January 2027, too long ago',
  );
  expect(formatMeetingsCell({ lastDay: null, isQuiet: false })).toBe('No meeting');
  expect(formatMeetingsCell(null)).toBe('Not shown');
});

const row = (changes: Partial<BoardRow>): BoardRow => ({
  _id: '1',
  fypGroupName: 'BSCS-2027-001',
  fypTitle: 'A robot',
  program: 'BSCS',
  fypCategory: 'Robotics',
  supervisor: 'Dr Noor',
  supervisorId: 'a',
  version: 1,
  email: 'one@university.test',
  members: ['Zoë Khan'],
  deadlines: [
    { state: 'submitted', hasNewcomersDueThisWeek: true },
    { state: 'late', lateMs: hour },
  ],
  milestones: [],
  certificates: 0,
  meetings: null,
  ...changes,
});

test.for([
  [{}, 2],
  [{ q: 'zoe ROBOT' }, 1],
  [{ q: 'noor 002' }, 1],
  [{ q: 'nobody' }, 0],
  [{ program: 'BSIT' }, 1],
  [{ category: 'Robotics' }, 2],
  [{ supervisor: 'a' }, 1],
  [{ state: 'late' }, 1],
  [{ state: 'late', deadline: 'proposal' }, 0],
  [{ state: 'late', deadline: 'thesis' }, 1],
  [{ state: 'missed', deadline: 'proposal' }, 1],
  [{ deadline: 'proposal' }, 2],
  [{ deadline: 'removed' }, 0],
  [{ state: 'late', deadline: 'removed' }, 0],
  [{ meetings: 'quiet' }, 1],
  [{ state: 'due-week' }, 2],
  [{ state: 'due-week', deadline: 'proposal' }, 1],
  [{ state: 'waiting' }, 1],
] as const)('the board filter %j selects the matching rows', ([filter, count]) => {
  const secondRow = row({
    _id: '2',
    fypGroupName: 'BSIT-2027-002',
    fypTitle: 'A shop',
    program: 'BSIT',
    supervisorId: null,
    members: ['Ali'],
    deadlines: [{ state: 'missed' }, { state: 'extended', due: '2027-05-07T00:00:00Z' }],
    isWaiting: true,
    meetings: { lastDay: null, isQuiet: true },
  });
  const due = '2027-03-01T00:00:00Z';
  const columns = ['proposal', 'thesis'].map((_id) => ({ _id, due, documents: ['report'] }));
  const now = new Date('2027-05-01T00:00:00Z');
  const matches = filterBoardRows([row({}), secondRow], columns, filter, now);
  expect(matches).toHaveLength(count);
});
