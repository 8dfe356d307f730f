import { describe, expect, it } from 'vitest';
import type { BoardDeadline, BoardRow, DeadlineCell } from '#contract/board.ts';
import type { SubmissionState } from '#contract/rules/submissions.ts';
import { type DeadlineColumn, findDeadlineToRemind, findWorstDeadline } from './late-deadlines.ts';

const createDeadline = (_id: string, due: string, documents = ['report']): BoardDeadline => ({
  _id,
  title: _id,
  due,
  documents,
});
const deadlines = [
  createDeadline('viva', '2026-10-01T00:00:00Z', []),
  createDeadline('proposal', '2026-11-01T00:00:00Z'),
  createDeadline('thesis', '2027-05-01T00:00:00Z'),
];
const columns = deadlines.map(
  (deadline, index): DeadlineColumn => ({
    name: deadline._id,
    title: deadline.title,
    kind: 'deadline',
    index,
    deadline,
  }),
);

/** Creates a row with only its deadlines, because the functions read nothing else. */
const createRow = (...cells: (SubmissionState | DeadlineCell)[]) =>
  ({
    deadlines: cells.map((cell) => (typeof cell === 'string' ? { state: cell } : cell)),
  }) as unknown as BoardRow;

describe('findWorstDeadline', () => {
  it('prefers what is overdue to what was submitted late, and that to what is open', () => {
    const worstOf = (row: BoardRow) => findWorstDeadline(row, columns)?.column.name;
    expect(worstOf(createRow('open', 'late', 'missed'))).toBe('thesis');
    expect(worstOf(createRow('open', 'late', 'submitted'))).toBe('proposal');
    expect(worstOf(createRow('open', 'submitted', 'not-due'))).toBe('viva');
    expect(worstOf(createRow('excused', 'submitted', 'not-due'))).toBeUndefined();
  });
});

describe('findDeadlineToRemind', () => {
  const find = (...rows: BoardRow[]) => findDeadlineToRemind(rows, deadlines)?._id;

  it('returns the deadline that is overdue for longest', () => {
    const extended = { state: 'missed', due: '2027-06-01T00:00:00Z' } as const;
    expect(find(createRow('missed', 'submitted', 'missed'))).toBe('thesis');
    expect(find(createRow('open', 'open', 'missed'), createRow('open', 'missed', 'open'))).toBe(
      'proposal',
    );
    expect(find(createRow('open', extended, 'missed'))).toBe('thesis');
  });

  it('returns the next deadline with files if none is overdue, or undefined if all are met', () => {
    expect(find(createRow('open', 'late', 'not-due'))).toBe('thesis');
    expect(find(createRow('open', 'submitted', 'submitted'))).toBeUndefined();
  });
});
