import type { BoardRow } from '#contract/board.ts';
import type { SubmissionState } from '#contract/rules/submissions.ts';
import { type BoardColumn, getDeadlineCell } from './columns.ts';

export type DeadlineColumn = Extract<BoardColumn, { kind: 'deadline' }>;

export const isDeadlineColumn = (column: BoardColumn): column is DeadlineColumn =>
  column.kind === 'deadline';

const findColumns = (
  row: BoardRow,
  columns: readonly DeadlineColumn[],
  states: readonly SubmissionState[],
) =>
  states.flatMap((state) =>
    columns.filter(({ index }) => getDeadlineCell(row, index)?.state === state),
  );

/** Returns the deadlines that the group has missed, and then those that it has met late. */
export const listLateDeadlines = (row: BoardRow, columns: readonly DeadlineColumn[]) =>
  findColumns(row, columns, ['missed', 'late']);

/** Returns the first deadline that the group has still to meet and that is open. */
export const findOpenDeadline = (row: BoardRow, columns: readonly DeadlineColumn[]) =>
  columns.find(({ index }) => {
    const state = getDeadlineCell(row, index)?.state;
    return state === 'open' || state === 'extended';
  });

/** Returns the first missed deadline whose files the group can be reminded of. */
export const findDeadlineToRemind = (row: BoardRow, columns: readonly DeadlineColumn[]) =>
  findColumns(row, columns, ['missed']).find(({ deadline }) => deadline.documents.length > 0);
