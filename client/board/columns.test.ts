import { expect, test } from 'vitest';
import type { BoardRow } from '#contract/board.ts';
import { columnsOf, sortRows } from './columns.ts';

const columns = columnsOf(
  [{ _id: 'thesis', title: 'Thesis', due: '2027-05-07T18:59:00Z', documents: ['thesis'] }],
  [{ key: 'month1', title: 'Month 1', part: 'Semester 7', total: 10 }],
);
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
  ...changes,
});
const rows = [
  row('G-2', { deadlines: [{ state: 'late', lateMs: 1000 }], milestones: [{ marked: 1 }] }),
  row('G-10', { deadlines: [{ state: 'missed' }], supervisor: 'Dr Ali', certificates: 2 }),
  row('G-1', { deadlines: [{ state: 'late', lateMs: 90_000_000 }], milestones: [{ marked: 2 }] }),
  row('G-3', { deadlines: [null] }),
];
const sorted = (name: string, isDescending = false, isGrouped = false) =>
  sortRows(
    rows,
    columns.find((column) => column.name === name),
    isDescending,
    isGrouped,
  ).map(({ fypGroupName }) => fypGroupName);

test('rows are sorted by name as numbers count, either way, and under their supervisors', () => {
  expect(sorted('group')).toEqual(['G-1', 'G-2', 'G-3', 'G-10']);
  expect(sorted('group', true)).toEqual(['G-10', 'G-3', 'G-2', 'G-1']);
  expect(sorted('group', false, true)).toEqual(['G-10', 'G-1', 'G-2', 'G-3']);
});

test('a deadline’s column is sorted with the most urgent first, a milestone’s by what is marked', () => {
  expect(sorted('deadline:thesis')).toEqual(['G-10', 'G-1', 'G-2', 'G-3']);
  expect(sorted('milestone:month1', true)).toEqual(['G-1', 'G-2', 'G-3', 'G-10']);
});

test('the column of certificates is sorted with those first who lack most', () => {
  expect(sorted('certificates')).toEqual(['G-1', 'G-2', 'G-3', 'G-10']);
  expect(sorted('certificates', true)).toEqual(['G-10', 'G-1', 'G-2', 'G-3']);
});
