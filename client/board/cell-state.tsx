import {
  IconAlertTriangle,
  IconCalendarPlus,
  IconCheck,
  IconCircle,
  IconCircleDashed,
  IconCircleHalf2,
  IconMinus,
  IconUsersGroup,
  IconX,
} from '@tabler/icons-react';
import type { BoardRow } from '#contract/board.ts';
import {
  computeMeanMark,
  formatCertificatesCell,
  formatDeadlineCell,
  formatMeetingsCell,
  formatMilestoneCell,
  getMarkingState,
  type MarkingState,
} from '#contract/rules/board-cells.ts';
import type { SubmissionState } from '#contract/rules/submissions.ts';
import classes from './board.module.css';
import {
  type BoardColumn,
  getDeadlineCell,
  getMilestoneCell,
  getTextCellContent,
} from './columns.ts';

const tones = {
  good: { color: 'var(--mantine-color-success)' },
  bad: { color: 'var(--mantine-color-error)', fontWeight: 600 },
  warn: { color: 'var(--portal-accent-text)' },
  quiet: { color: 'var(--mantine-color-dimmed)' },
};

type Look = { icon: typeof IconCheck; tone: keyof typeof tones };

const looks: Record<SubmissionState | MarkingState | 'met' | 'quiet' | 'none', Look> = {
  'not-due': { icon: IconCircleDashed, tone: 'quiet' },
  open: { icon: IconCircle, tone: 'warn' },
  extended: { icon: IconCalendarPlus, tone: 'warn' },
  submitted: { icon: IconCheck, tone: 'good' },
  late: { icon: IconAlertTriangle, tone: 'bad' },
  missed: { icon: IconX, tone: 'bad' },
  'before-group': { icon: IconMinus, tone: 'quiet' },
  excused: { icon: IconMinus, tone: 'quiet' },
  unmarked: { icon: IconCircleDashed, tone: 'quiet' },
  partly: { icon: IconCircleHalf2, tone: 'warn' },
  marked: { icon: IconCheck, tone: 'good' },
  met: { icon: IconUsersGroup, tone: 'quiet' },
  quiet: { icon: IconAlertTriangle, tone: 'warn' },
  none: { icon: IconMinus, tone: 'quiet' },
};

/** Example: "Late by 3 days". */
export function formatBoardCell(row: BoardRow, column: BoardColumn): string {
  if (column.kind === 'deadline') return formatDeadlineCell(getDeadlineCell(row, column.index));
  if (column.kind === 'text') return getTextCellContent(row, column);
  if (column.kind === 'certificates') {
    return formatCertificatesCell(row.certificates, row.members.length);
  }
  if (column.kind === 'meetings') return formatMeetingsCell(row.meetings);
  return formatMilestoneCell(getMilestoneCell(row, column.index), row.members.length);
}

/** Returns the accessible name, such as "BSCS-2027-014, Thesis: late by 3 days". */
export function formatBoardCellLabel(row: BoardRow, column: BoardColumn): string {
  if (column.name === 'group') return `${row.fypGroupName}, ${row.members.join(', ')}`;
  const content = formatBoardCell(row, column);
  const label =
    column.kind === 'text' ? content : content.charAt(0).toLowerCase() + content.slice(1);
  return `${row.fypGroupName}, ${column.title}: ${label}`;
}

/** Distinguishes states by icon and text, not only by colour. */
export function BoardCellContent({ row, column }: { row: BoardRow; column: BoardColumn }) {
  if (column.kind === 'text')
    return <span className={classes.text}>{getTextCellContent(row, column)}</span>;
  const { icon: Icon, tone } = looks[getCellState(row, column)];
  return (
    <span className={classes.state} style={tones[tone]}>
      <Icon size={15} aria-hidden />
      <span className={classes.text}>{formatShortCell(row, column)}</span>
    </span>
  );
}

function getCellState(row: BoardRow, column: Exclude<BoardColumn, { kind: 'text' }>) {
  if (column.kind === 'deadline') return getDeadlineCell(row, column.index)?.state ?? 'none';
  if (column.kind === 'certificates') {
    return getMarkingState({ marked: row.certificates }, row.members.length);
  }
  if (column.kind === 'meetings') return getMeetingsState(row);
  return getMarkingState(getMilestoneCell(row, column.index), row.members.length);
}

function getMeetingsState({ meetings }: BoardRow) {
  if (meetings?.isQuiet) return 'quiet';
  return meetings?.lastDay ? 'met' : 'none';
}

function formatShortCell(row: BoardRow, column: Exclude<BoardColumn, { kind: 'text' }>): string {
  const content = formatBoardCell(row, column);
  if (column.kind === 'deadline') {
    const cell = getDeadlineCell(row, column.index);
    if (!cell) return 'None';
    // The full text has three lines. It is the cell's title and accessible name.
    return cell.state === 'before-group' ? 'Before the group' : content;
  }
  if (column.kind === 'certificates' || column.kind === 'meetings') return content;
  const { marks, marked } = getMilestoneCell(row, column.index);
  const mean = computeMeanMark({ marks });
  if (mean === undefined) return marked > 0 ? content.replace(' marked', '') : content;
  if (row.members.length === 1) return String(mean);
  return `${(marks ?? []).map((mark) => mark ?? '–').join(', ')} (mean ${mean})`;
}
