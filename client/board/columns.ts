import type {
  BoardDeadline,
  BoardMilestone,
  BoardRow,
  DeadlineCell,
  MilestoneCell,
} from '#contract/board.ts';
import { computeMeanMark } from '#contract/rules/board-cells.ts';
import { submissionStates } from '#contract/rules/submissions.ts';
import type { Modules } from '#contract/settings/modules.ts';
import { createTextComparer } from '#contract/values/sort-key.ts';

export type BoardColumn =
  | { name: 'group' | 'title' | 'program' | 'category' | 'supervisor'; title: string; kind: 'text' }
  | { name: 'certificates'; title: string; kind: 'certificates' }
  | { name: 'meetings'; title: string; kind: 'meetings' }
  | { name: string; title: string; kind: 'deadline'; index: number; deadline: BoardDeadline }
  | { name: string; title: string; kind: 'milestone'; index: number; milestone: BoardMilestone };

const group = { name: 'group', title: 'Group', kind: 'text' } as const;

/** Texts that the column of the group also shows and by which it sorts. */
export const groupTexts = [
  { name: 'title', title: 'Title', kind: 'text' },
  { name: 'supervisor', title: 'Supervisor', kind: 'text' },
] as const;

const details = [
  { name: 'program', title: 'Program', kind: 'text' },
  { name: 'category', title: 'Category', kind: 'text' },
] as const;

const certificates = {
  name: 'certificates',
  title: 'Certificates',
  kind: 'certificates',
} as const;

const meetings = { name: 'meetings', title: 'Last meeting', kind: 'meetings' } as const;

type BoardParts = {
  deadlines: readonly BoardDeadline[];
  milestones: readonly BoardMilestone[];
  hasMeetings: boolean;
};

export const buildBoardColumns = (
  { deadlines, milestones, hasMeetings }: BoardParts,
  modules: Modules,
): BoardColumn[] => [
  group,
  ...deadlines.map((deadline, index) => ({
    name: `deadline:${deadline._id}`,
    title: deadline.title,
    kind: 'deadline' as const,
    index,
    deadline,
  })),
  ...milestones.map((milestone, index) => ({
    name: `milestone:${milestone.key}`,
    title: milestone.title,
    kind: 'milestone' as const,
    index,
    milestone,
  })),
  ...(modules.certificates ? [certificates] : []),
  ...(hasMeetings ? [meetings] : []),
  ...details,
];

export const findSortColumn = (
  columns: readonly BoardColumn[],
  sort: string,
): BoardColumn | undefined => [...columns, ...groupTexts].find(({ name }) => name === sort);

const widths: Partial<Record<string, string>> = {
  group: 'min(20rem, 45vw)',
  program: '6rem',
  category: '11rem',
};

export const getColumnWidth = ({ name, kind }: BoardColumn, withMarks: boolean): string =>
  widths[name] ?? (kind === 'milestone' && withMarks ? '11rem' : '4rem');

export const getTextCellContent = (row: BoardRow, { name }: BoardColumn): string =>
  ({
    group: row.fypGroupName,
    title: row.fypTitle,
    program: row.program,
    category: row.fypCategory,
    supervisor: row.supervisor,
  })[name] ?? '';

export const getDeadlineCell = (row: BoardRow, index: number): DeadlineCell | null =>
  row.deadlines[index] ?? null;
export const getMilestoneCell = (row: BoardRow, index: number): MilestoneCell =>
  row.milestones[index] ?? { marked: 0 };

/** Submission states, most urgent first. */
const urgency = [
  'missed',
  'late',
  'open',
  'extended',
  'not-due',
  'submitted',
  'before-group',
  'excused',
];

function getRank(row: BoardRow, column: BoardColumn): number {
  if (column.kind === 'deadline') {
    const cell = getDeadlineCell(row, column.index);
    if (!cell) return submissionStates.length;
    return urgency.indexOf(cell.state) - Math.min(0.9, (cell.lateMs ?? 0) / 1e11);
  }
  if (column.kind === 'text') return 0;
  if (column.kind === 'certificates') return row.certificates - row.members.length;
  if (column.kind === 'meetings') return Date.parse(row.meetings?.lastDay ?? '') || 0;
  const cell = getMilestoneCell(row, column.index);
  return (
    computeMeanMark(cell) ?? (row.members.length === 0 ? 0 : cell.marked / row.members.length - 1)
  );
}

/** Sorts rows by a column and then by group name. If `isGrouped`, sorts by supervisor first. */
export function sortBoardRows(
  rows: readonly BoardRow[],
  column: BoardColumn | undefined,
  isDescending: boolean,
  isGrouped: boolean,
): BoardRow[] {
  const sign = isDescending ? -1 : 1;
  const compare = createTextComparer();
  return rows.toSorted((a, b) => {
    const bySupervisor = isGrouped ? compare(a.supervisor, b.supervisor) : 0;
    if (bySupervisor !== 0 || !column) return bySupervisor;
    const byColumn =
      column.kind === 'text'
        ? compare(getTextCellContent(a, column), getTextCellContent(b, column))
        : getRank(a, column) - getRank(b, column);
    return byColumn * sign || compare(a.fypGroupName, b.fypGroupName);
  });
}
