import { expect, test } from 'vitest';
import type { BoardRow } from '#contract/board.ts';
import { defaultModules } from '#contract/settings/modules.ts';
import { buildBoardColumns, sortBoardRows } from './columns.ts';

const parts = {
  deadlines: [
    { _id: 'thesis', title: 'Thesis', due: '2027-05-07T18:59:00Z', documents: ['thesis' as const] },
  ],
  milestones: [{ key: 'month1', title: 'Month 1', part: 'Semester 7', total: 10 }],
};
const columns = buildBoardColumns({ ...parts, hasMeetings: true }, defaultModules);
const row = (name: string, changes: Partial<BoardRow>): BoardRow => ({
  _id: name,
  fypGroupName: name,
  fypTitle: 'A title',
  program: 'BSCS',
  fypCategory: 'IOT',
  supervisor: 'Dr Noor',
  supervisorId: null,
  version: 1,
  email: '',
  members: ['One', 'Two'],
  deadlines: [{ state: 'submitted' }],
  milestones: [{ marked: 0 }],
  certificates: 0,
  meetings: null,
  ...changes,
});
const rows = [
  row('G-2', { deadlines: [{ state: 'late', lateMs: 1000 }], milestones: [{ marked: 1 }] }),
  row('G-10', { deadlines: [{ state: 'missed' }], supervisor: 'Dr Ali', certificates: 2 }),
  row('G-1', { deadlines: [{ state: 'late', lateMs: 90_000_000 }], milestones: [{ marked: 2 }] }),
  row('G-3', { deadlines: [null] }),
];
const sorted = (name: string, isDescending = false, isGrouped = false) =>
  sortBoardRows(
    rows,
    columns.find((column) => column.name === name),
    isDescending,
    isGrouped,
  ).map(({ fypGroupName }) => fypGroupName);

test('sortBoardRows sorts groups by the number in their name, in either direction, and by supervisor first if requested', () => {
  expect(sorted('group')).toEqual(['G-1', 'G-2', 'G-3', 'G-10']);
  expect(sorted('group', true)).toEqual(['G-10', 'G-3', 'G-2', 'G-1']);
  expect(sorted('group', false, true)).toEqual(['G-10', 'G-1', 'G-2', 'G-3']);
});

test('sortBoardRows sorts rows by urgency for a deadline column and by the number of marks for a milestone column', () => {
  expect(sorted('deadline:thesis')).toEqual(['G-10', 'G-1', 'G-2', 'G-3']);
  expect(sorted('milestone:month1', true)).toEqual(['G-1', 'G-2', 'G-3', 'G-10']);
});

test('sortBoardRows sorts rows by the number of missing certificates for the certificates column', () => {
  expect(sorted('certificates')).toEqual(['G-1', 'G-2', 'G-3', 'G-10']);
  expect(sorted('certificates', true)).toEqual(['G-10', 'G-1', 'G-2', 'G-3']);
});

test('sortBoardRows sorts rows by the day of the last meeting, groups without a meeting first', () => {
  const met = (name: string, lastDay: string) =>
    row(name, { meetings: { lastDay, isQuiet: false } });
  const groups = [met('G-1', '2027-03-12'), met('G-2', '2027-01-30'), row('G-3', {})];
  const column = columns.find(({ name }) => name === 'meetings');
  const names = sortBoardRows(groups, column, false, false).map((group) => group.fypGroupName);
  expect(names).toEqual(['G-3', 'G-2', 'G-1']);
});

test('buildBoardColumns has no column for meetings if no meeting was recorded', () => {
  const names = buildBoardColumns({ ...parts, hasMeetings: false }, defaultModules);
  expect(names.map(({ name }) => name)).not.toContain('meetings');
});
