import type {
  BoardFilter,
  BoardRow,
  DeadlineCell,
  MeetingCell,
  MilestoneCell,
} from '#contract/board.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';
import { formatDate } from '#contract/values/time.ts';
import { formatLateness, type SubmissionState } from './submissions.ts';

const stateTexts: Record<SubmissionState, string> = {
  'not-due': 'Not due',
  open: 'Open',
  extended: 'Extended',
  submitted: 'Submitted',
  late: 'Late',
  missed: 'Missed',
  'before-group': 'Passed before the group was created',
  excused: 'Excused',
};

export const formatSubmissionState = (state: SubmissionState): string => stateTexts[state];

/**
 * Formats a deadline cell of the board, for pages, exports and screen readers: "Late by 3 days", "Submitted; 1 newcomer
 * owes files".
 */
export function formatDeadlineCell(cell: DeadlineCell | null | undefined): string {
  if (!cell) return 'Not for this program';
  const late = cell.state === 'late' && cell.lateMs ? ` by ${formatLateness(cell.lateMs)}` : '';
  return `${stateTexts[cell.state]}${late}${formatNewcomers(cell)}`;
}

function formatNewcomers({ newcomers = 0 }: DeadlineCell): string {
  if (newcomers === 0) return '';
  return newcomers === 1 ? '; 1 newcomer owes files' : `; ${newcomers} newcomers owe files`;
}

export type MarkingState = 'unmarked' | 'partly' | 'marked';

export function getMarkingState(
  cell: Pick<MilestoneCell, 'marked'>,
  members: number,
): MarkingState {
  if (cell.marked === 0) return 'unmarked';
  return cell.marked < members ? 'partly' : 'marked';
}

/** Returns the mean of the marks, rounded to two decimals, or undefined if there are none. */
export function computeMeanMark({ marks = [] }: Pick<MilestoneCell, 'marks'>): number | undefined {
  const numbers = marks.filter((mark) => mark !== null);
  if (numbers.length === 0) return undefined;
  const sum = numbers.reduce((total, mark) => total + mark, 0);
  return Math.round((sum / numbers.length) * 100) / 100;
}

/** Formats a milestone cell: "1 of 3 marked" or, if marks were requested for the board, "Marked: 7, 8; mean 7.5". */
export function formatMilestoneCell(cell: MilestoneCell, members: number): string {
  const state = getMarkingState(cell, members);
  if (state === 'unmarked') return 'Not marked';
  const count = state === 'marked' ? 'Marked' : `${cell.marked} of ${members} marked`;
  const mean = computeMeanMark(cell);
  if (mean === undefined) return count;
  const marks = (cell.marks ?? []).map((mark) => mark ?? '–').join(', ');
  return members === 1 ? `${count}: ${marks}` : `${count}: ${marks}; mean ${mean}`;
}

/** Formats a certificates cell of the board: "Complete", "2 of 3 complete", "None complete". */
export function formatCertificatesCell(complete: number, members: number): string {
  const state = getMarkingState({ marked: complete }, members);
  if (state === 'unmarked') return 'None complete';
  return state === 'marked' ? 'Complete' : `${complete} of ${members} complete`;
}

/** Formats a meetings cell of the board: "12 March 2027", "12 March 2027, too long ago", "No meeting". */
export function formatMeetingsCell(cell: MeetingCell | null): string {
  if (!cell) return 'Not shown';
  const last = cell.lastDay ? formatDate(cell.lastDay) : 'No meeting';
  return cell.isQuiet ? `${last}, too long ago` : last;
}

/** Returns the rows of the board that match the filter. `deadlineIds` are the ids of the deadline columns. */
export function filterBoardRows<Row extends BoardRow>(
  rows: readonly Row[],
  deadlineIds: readonly string[],
  { q, program, category, supervisor, state, deadline, meetings }: BoardFilter,
): Row[] {
  const words = parseSearchTerms(q);
  const only = deadline === undefined ? -1 : deadlineIds.indexOf(deadline);
  // A bookmarked URL may name a deadline that no longer exists.
  if (deadline !== undefined && only < 0) return [];
  return rows.filter((row) => {
    if (program !== undefined && !isSameListEntry(row.program, program)) return false;
    if (category !== undefined && !isSameListEntry(row.fypCategory, category)) return false;
    if (supervisor !== undefined && row.supervisorId !== supervisor) return false;
    if (meetings === 'quiet' && row.meetings?.isQuiet !== true) return false;
    if (state !== undefined) {
      const cells = only < 0 ? row.deadlines : [row.deadlines[only]];
      if (!cells.some((cell) => cell?.state === state)) return false;
    }
    return matchesSearchTerms(words, [
      row.fypGroupName,
      row.fypTitle,
      row.supervisor,
      ...row.members,
    ]);
  });
}
