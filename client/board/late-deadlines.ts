import type { BoardDeadline, BoardRow, DeadlineCell } from '#contract/board.ts';
import type { SubmissionState } from '#contract/rules/submissions.ts';
import { type BoardColumn, getDeadlineCell } from './columns.ts';

export type DeadlineColumn = Extract<BoardColumn, { kind: 'deadline' }>;

export const isDeadlineColumn = (column: BoardColumn): column is DeadlineColumn =>
  column.kind === 'deadline';

/** Returns the state of the cell, which is overdue also if only a member who joined late has missed their own date. */
const getWorstState = (cell: DeadlineCell): SubmissionState =>
  cell.hasOverdueNewcomers ? 'missed' : cell.state;

const worstFirst: readonly SubmissionState[] = ['missed', 'late', 'open', 'extended'];

/** Returns the group's deadline in the worst state, or undefined if the group has nothing to do. */
export function findWorstDeadline(row: BoardRow, columns: readonly DeadlineColumn[]) {
  const candidates = worstFirst.flatMap((state) =>
    columns
      .filter(({ index }) => {
        const cell = getDeadlineCell(row, index);
        return cell && getWorstState(cell) === state;
      })
      .map((column) => ({ column, state })),
  );
  return candidates[0];
}

/** Sorts rows by the worst state of their deadlines. Rows with the same state keep their order. */
export function sortByWorstState(rows: readonly BoardRow[], columns: readonly DeadlineColumn[]) {
  const ranks = new Map(
    rows.map((row) => {
      const worst = findWorstDeadline(row, columns);
      return [row, worst ? worstFirst.indexOf(worst.state) : worstFirst.length];
    }),
  );
  return rows.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

/**
 * Returns the deadline of which to remind the groups: the one that a group has been overdue for longest or, if none is
 * overdue, the next one that a group has not met. A deadline without files has nothing to remind of.
 */
export function findDeadlineToRemind(
  rows: readonly BoardRow[],
  deadlines: readonly BoardDeadline[],
): BoardDeadline | undefined {
  const findFirst = (states: readonly SubmissionState[]) =>
    deadlines
      .flatMap((deadline, index) =>
        rows.flatMap((row) => {
          const cell = getDeadlineCell(row, index);
          const isOpen =
            cell && deadline.documents.length > 0 && states.includes(getWorstState(cell));
          return isOpen ? [{ deadline, due: Date.parse(cell.due ?? deadline.due) }] : [];
        }),
      )
      .toSorted((a, b) => a.due - b.due)[0]?.deadline;
  return findFirst(['missed']) ?? findFirst(['open', 'extended', 'not-due']);
}
