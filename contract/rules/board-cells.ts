import type { BoardFilter, BoardRow, DeadlineCell, MilestoneCell } from '#contract/board.ts';
import { formatLate, type SubmissionState } from '#contract/submissions.ts';
import { isSameListed } from '#contract/values/listed.ts';
import { hasWords, searchWords } from '#contract/values/search-form.ts';

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

export const formatState = (state: SubmissionState): string => stateTexts[state];

/** "Late by 3 days", "Missed": the same on the page, in its files and for screen readers. */
export function formatDeadlineCell(cell: DeadlineCell | null | undefined): string {
  if (!cell) return 'Not for this program';
  const late = cell.state === 'late' && cell.lateMs ? ` by ${formatLate(cell.lateMs)}` : '';
  return `${stateTexts[cell.state]}${late}`;
}

export type MarkState = 'unmarked' | 'partly' | 'marked';

export function markStateOf(cell: Pick<MilestoneCell, 'marked'>, members: number): MarkState {
  if (cell.marked === 0) return 'unmarked';
  return cell.marked < members ? 'partly' : 'marked';
}

/** The mean of what is marked, to two decimals; undefined where nothing is. */
export function meanOf({ marks = [] }: Pick<MilestoneCell, 'marks'>): number | undefined {
  const given = marks.filter((mark) => mark !== null);
  if (given.length === 0) return undefined;
  const sum = given.reduce((all, mark) => all + mark, 0);
  return Math.round((sum / given.length) * 100) / 100;
}

/** "Marked", "1 of 3 marked", and with marks "Marked: 7, 8; mean 7.5". */
export function formatMilestoneCell(cell: MilestoneCell, members: number): string {
  const state = markStateOf(cell, members);
  if (state === 'unmarked') return 'Not marked';
  const said = state === 'marked' ? 'Marked' : `${cell.marked} of ${members} marked`;
  const mean = meanOf(cell);
  if (mean === undefined) return said;
  const marks = (cell.marks ?? []).map((mark) => mark ?? '–').join(', ');
  return members === 1 ? `${said}: ${marks}` : `${said}: ${marks}; mean ${mean}`;
}

/** "Complete", "2 of 3 complete", "None complete". */
export function formatCertificatesCell(complete: number, members: number): string {
  const state = markStateOf({ marked: complete }, members);
  if (state === 'unmarked') return 'None complete';
  return state === 'marked' ? 'Complete' : `${complete} of ${members} complete`;
}

/** The rows that a filter lets through; `deadlineIds` are the ids of the columns. */
export function narrowRows<Row extends BoardRow>(
  rows: readonly Row[],
  deadlineIds: readonly string[],
  { q, program, category, supervisor, state, deadline }: BoardFilter,
): Row[] {
  const words = searchWords(q);
  const only = deadline === undefined ? -1 : deadlineIds.indexOf(deadline);
  // A link may name a deadline that was removed since.
  if (deadline !== undefined && only < 0) return [];
  return rows.filter((row) => {
    if (program !== undefined && !isSameListed(row.program, program)) return false;
    if (category !== undefined && !isSameListed(row.fypCategory, category)) return false;
    if (supervisor !== undefined && row.supervisorId !== supervisor) return false;
    if (state !== undefined) {
      const cells = only < 0 ? row.deadlines : [row.deadlines[only]];
      if (!cells.some((cell) => cell?.state === state)) return false;
    }
    return hasWords(words, [row.fypGroupName, row.fypTitle, row.supervisor, ...row.members]);
  });
}
