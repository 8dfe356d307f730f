import { describe, expect, it } from 'vitest';
import type { BoardRow, DeadlineCell } from '#contract/board.ts';
import type { SubmissionState } from '#contract/rules/submissions.ts';
import {
  type DeadlineColumn,
  findDeadlineToRemind,
  findOpenDeadline,
  listLateDeadlines,
} from './late-deadlines.ts';

const createColumn = (id: string, index: number, documents: string[] = ['report']) => ({
  name: `deadline:${id}`,
  title: id,
  kind: 'deadline' as const,
  index,
  deadline: { _id: id, title: id, due: '2027-01-01T00:00:00Z', documents },
});
const columns: DeadlineColumn[] = [
  createColumn('proposal', 0),
  createColumn('report', 1),
  createColumn('event', 2, []),
];
const createRow = (...states: (SubmissionState | null)[]) =>
  ({ deadlines: states.map((state): DeadlineCell | null => state && { state }) }) as BoardRow;
const namesOf = (listed: readonly DeadlineColumn[]) => listed.map(({ title }) => title);

describe('the deadlines of a group on the board', () => {
  it('are late if they are missed or met late, the missed first', () => {
    expect(namesOf(listLateDeadlines(createRow('late', 'missed', null), columns))).toEqual([
      'report',
      'proposal',
    ]);
    expect(listLateDeadlines(createRow('submitted', 'before-group', null), columns)).toEqual([]);
  });

  it('are next if they are open or extended, and do not exist for other programs', () => {
    expect(findOpenDeadline(createRow(null, 'extended', 'open'), columns)?.title).toBe('report');
    expect(findOpenDeadline(createRow('submitted', 'not-due', null), columns)).toBeUndefined();
  });

  it('have a reminder only if they are missed and require files', () => {
    expect(findDeadlineToRemind(createRow('late', 'open', 'missed'), columns)).toBeUndefined();
    expect(findDeadlineToRemind(createRow('late', 'missed', 'missed'), columns)?.title).toBe(
      'report',
    );
  });
});
