import { readNumber } from '#client/ui/form/read-number.ts';
import type { Conflict } from '#contract/problem.ts';
import { findMilestone, type Scheme } from '#contract/rules/scheme.ts';
import { formatDate } from '#contract/values/time.ts';
import type { Draft } from './draft.ts';

/** What one side of a conflict would leave in the cell, or in the viva's record. */
export type ConflictValues = Pick<Conflict, 'marks' | 'feedback' | 'vivaDate' | 'vivaStatus'>;

export function formatConflictTitle(conflict: Conflict, scheme: Scheme): string {
  const milestone = findMilestone(scheme, conflict.milestone);
  return milestone ? `${conflict.memberName}: ${milestone.title}` : 'Viva record';
}

/** The two choices in words: between two people, or between two pages of one. */
export const choiceLabels = ({ isOwn }: Conflict) =>
  isOwn
    ? { mine: 'Keep what I typed here', theirs: 'Take what I saved' }
    : { mine: 'Keep mine', theirs: 'Take theirs' };

/** What is there if one keeps one's own: what one typed, and theirs where one typed nothing. */
export function ownValues(conflict: Conflict, { cells, viva }: Draft): ConflictValues {
  const cell = cells.find(
    ({ memberId, milestone }) => memberId === conflict.memberId && milestone === conflict.milestone,
  );
  if (cell) {
    return {
      marks: cell.marks === undefined ? conflict.marks : readNumber(cell.marks),
      feedback: cell.feedback ?? conflict.feedback,
    };
  }
  return {
    marks: null,
    feedback: viva?.vivaFeedback ?? conflict.feedback,
    vivaDate: viva?.vivaDate ?? conflict.vivaDate,
    vivaStatus: viva?.vivaStatus ?? conflict.vivaStatus,
  };
}

/** "7 / 10", or of the viva "22 May 2027, pass". */
export function formatValues(conflict: Conflict, values: ConflictValues, scheme: Scheme): string {
  const { marks, vivaDate, vivaStatus } = values;
  const milestone = findMilestone(scheme, conflict.milestone);
  if (milestone) return marks === null ? 'no marks' : `${marks} / ${milestone.total}`;
  return `${vivaDate ? formatDate(vivaDate) : 'no date'}, ${vivaStatus || 'pending'}`;
}
