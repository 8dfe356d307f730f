import type {
  BoardDeadline,
  BoardFilter,
  BoardRow,
  DeadlineCell,
  MeetingCell,
  MilestoneCell,
} from '#contract/board.ts';
import { isSameListEntry } from '#contract/values/listed.ts';
import { matchesSearchTerms, parseSearchTerms } from '#contract/values/search-form.ts';
import { formatDate } from '#contract/values/time.ts';
import { formatBoardState, isDueThisWeek } from './board-states.ts';
import { formatLateness } from './submissions.ts';

/**
 * Formats a deadline cell of the board, for pages, exports and screen readers: "Submitted late by 3 days", "Submitted; 1 new
 * member has files to submit".
 */
export function formatDeadlineCell(cell: DeadlineCell | null | undefined): string {
  if (!cell) return 'Not for this program';
  const late = cell.state === 'late' && cell.lateMs ? ` by ${formatLateness(cell.lateMs)}` : '';
  return `${formatBoardState(cell.state)}${late}${formatNewcomers(cell)}`;
}

function formatNewcomers({ newcomers = 0, hasOverdueNewcomers }: DeadlineCell): string {
  if (newcomers === 0) return '';
  const count = newcomers === 1 ? '1 new member has' : `${newcomers} new members have`;
  return `; ${count} ${hasOverdueNewcomers ? 'overdue files' : 'files to submit'}`;
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

/** Returns the rows of the board that match the filter. `deadlines` are those of the columns. */
export function filterBoardRows<Row extends BoardRow>(
  rows: readonly Row[],
  deadlines: readonly Pick<BoardDeadline, '_id' | 'due' | 'documents'>[],
  { q, program, category, supervisor, state, deadline, meetings }: BoardFilter,
  now: Date,
): Row[] {
  const words = parseSearchTerms(q);
  const only = deadline === undefined ? -1 : deadlines.findIndex(({ _id }) => _id === deadline);
  // A bookmarked URL may name a deadline that no longer exists.
  if (deadline !== undefined && only < 0) return [];
  const columnOf = (index: number) => deadlines[index] ?? { due: '', documents: [] };
  return rows.filter((row) => {
    if (program !== undefined && !isSameListEntry(row.program, program)) return false;
    if (category !== undefined && !isSameListEntry(row.fypCategory, category)) return false;
    if (supervisor !== undefined && row.supervisorId !== supervisor) return false;
    if (meetings === 'quiet' && row.meetings?.isQuiet !== true) return false;
    if (state === 'waiting') {
      if (!row.isWaiting) return false;
    } else if (state !== undefined) {
      const isInState = (cell: DeadlineCell | null, index: number) =>
        (only < 0 || index === only) &&
        (state === 'due-week'
          ? cell?.hasNewcomersDueThisWeek === true ||
            isDueThisWeek(
              cell?.state,
              { ...columnOf(index), ...(cell?.due && { due: cell.due }) },
              now,
            )
          : cell?.state === state || (state === 'missed' && cell?.hasOverdueNewcomers === true));
      if (!row.deadlines.some(isInState)) return false;
    }
    return matchesSearchTerms(words, [
      row.fypGroupName,
      row.fypTitle,
      row.supervisor,
      ...row.members,
    ]);
  });
}
