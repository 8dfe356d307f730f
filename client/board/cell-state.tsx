import {
  IconAlertCircleFilled,
  IconAlertTriangle,
  IconCalendarPlus,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleHalf2,
  IconCircleMinus,
  IconClockExclamation,
  IconMinus,
  IconUsersGroup,
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

type Look = { icon: typeof IconCircle; tone: keyof typeof tones };
export type CellLook = SubmissionState | MarkingState | 'met' | 'quiet' | 'none';

const looks: Record<CellLook, Look> = {
  'not-due': { icon: IconCircleDashed, tone: 'quiet' },
  open: { icon: IconCircle, tone: 'warn' },
  extended: { icon: IconCalendarPlus, tone: 'warn' },
  submitted: { icon: IconCircleCheck, tone: 'good' },
  late: { icon: IconClockExclamation, tone: 'warn' },
  missed: { icon: IconAlertCircleFilled, tone: 'bad' },
  'before-group': { icon: IconMinus, tone: 'quiet' },
  excused: { icon: IconCircleMinus, tone: 'quiet' },
  unmarked: { icon: IconCircleDashed, tone: 'quiet' },
  partly: { icon: IconCircleHalf2, tone: 'warn' },
  marked: { icon: IconCircleCheck, tone: 'good' },
  met: { icon: IconUsersGroup, tone: 'quiet' },
  quiet: { icon: IconAlertTriangle, tone: 'warn' },
  none: { icon: IconMinus, tone: 'quiet' },
};

/** An icon for each state, so that colour is never the only difference. */
export function CellState({ look, text }: { look: CellLook; text?: string | undefined }) {
  const { icon: Icon, tone } = looks[look];
  return (
    <span className={classes.state} style={tones[tone]}>
      <Icon size={18} aria-hidden />
      {text && <span className={classes.text}>{text}</span>}
    </span>
  );
}

/** Example: "Submitted late by 3 days". */
export function formatBoardCell(row: BoardRow, column: BoardColumn): string {
  if (column.kind === 'deadline') return formatDeadlineCell(getDeadlineCell(row, column.index));
  if (column.kind === 'text') return getTextCellContent(row, column);
  if (column.kind === 'certificates') {
    return formatCertificatesCell(row.certificates, row.members.length);
  }
  if (column.kind === 'meetings') return formatMeetingsCell(row.meetings);
  return formatMilestoneCell(getMilestoneCell(row, column.index), row.members.length);
}

/** Returns the accessible name, such as "BSCS-2027-014, Thesis: submitted late by 3 days". */
export function formatBoardCellLabel(row: BoardRow, column: BoardColumn): string {
  if (column.name === 'group')
    return `${row.fypGroupName}, ${row.fypTitle}, supervisor: ${row.supervisor}, ${row.members.join(', ')}`;
  const content = formatBoardCell(row, column);
  const label =
    column.kind === 'text' ? content : content.charAt(0).toLowerCase() + content.slice(1);
  return `${row.fypGroupName}, ${column.title}: ${label}`;
}

/** The cell's words are its title and accessible name; only texts and marks are visible. */
export function BoardCellContent({ row, column }: { row: BoardRow; column: BoardColumn }) {
  if (column.name === 'group') return <GroupCell row={row} />;
  if (column.kind === 'text')
    return <span className={classes.text}>{getTextCellContent(row, column)}</span>;
  return <CellState look={getCellLook(row, column)} text={formatVisibleText(row, column)} />;
}

const GroupCell = ({ row: { fypGroupName, fypTitle, supervisor } }: { row: BoardRow }) => (
  <span className={classes.group}>
    <span>
      <b>{fypGroupName}</b> {supervisor}
    </span>
    <span>{fypTitle}</span>
  </span>
);

function getCellLook(row: BoardRow, column: Exclude<BoardColumn, { kind: 'text' }>): CellLook {
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

/** Returns the number of newcomers who owe files, or the members' marks and their mean. */
function formatVisibleText(row: BoardRow, column: BoardColumn): string | undefined {
  if (column.kind === 'deadline') {
    const newcomers = getDeadlineCell(row, column.index)?.newcomers;
    return newcomers ? `+${newcomers}` : undefined;
  }
  if (column.kind !== 'milestone') return undefined;
  const { marks } = getMilestoneCell(row, column.index);
  const mean = computeMeanMark({ marks });
  if (mean === undefined) return undefined;
  if (row.members.length === 1) return String(mean);
  return `${(marks ?? []).map((mark) => mark ?? '–').join(', ')} (mean ${mean})`;
}
