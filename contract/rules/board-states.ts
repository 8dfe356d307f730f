import type { Deadline } from './deadlines.ts';
import { type SubmissionState, submissionStates } from './submissions.ts';

/** States by which the board can be filtered: those of a deadline, and two of a group. */
export const boardStates = [...submissionStates, 'due-week', 'waiting'] as const;
export type BoardState = (typeof boardStates)[number];

/** States on which staff act. The board shows the number of groups in each. */
export const countedStates = ['missed', 'due-week', 'late', 'waiting'] as const;

const stateTexts: Record<BoardState, string> = {
  'not-due': 'Not due yet',
  open: 'Open',
  extended: 'Extended',
  submitted: 'Submitted',
  late: 'Submitted late',
  missed: 'Overdue',
  'before-group': 'Passed before the group was created',
  excused: 'Excused',
  'due-week': 'Due this week',
  waiting: 'Needs your action',
};

export const formatBoardState = (state: BoardState): string => stateTexts[state];

export const weekMs = 7 * 24 * 3_600_000;

/** Returns true if the group still has to submit files within seven days. */
export const isDueThisWeek = (
  state: SubmissionState | undefined,
  { due, documents }: Pick<Deadline, 'due'> & { documents: readonly unknown[] },
  now: Date,
): boolean =>
  (state === 'open' || state === 'extended') &&
  documents.length > 0 &&
  Date.parse(due) - now.getTime() <= weekMs;
