import { parseNumber } from '#client/ui/form/parse-number.ts';
import type { EditConflict } from '#contract/problem.ts';
import { findMilestone, type MarkingScheme } from '#contract/rules/scheme.ts';
import { formatDate } from '#contract/values/time.ts';
import type { MarksDraft } from './draft.ts';

export type ConflictValues = Pick<EditConflict, 'marks' | 'feedback' | 'vivaDate' | 'vivaStatus'>;

export function formatConflictTitle(conflict: EditConflict, scheme: MarkingScheme): string {
  const milestone = findMilestone(scheme, conflict.milestone);
  return milestone ? `${conflict.memberName}: ${milestone.title}` : 'Viva record';
}

/** `isOwn` is true if the same user saved the newer value, for example in another browser tab. */
export const getConflictChoiceLabels = ({ isOwn }: EditConflict) =>
  isOwn
    ? { mine: 'Keep what I typed here', theirs: 'Use what I saved' }
    : { mine: 'Keep mine', theirs: 'Take theirs' };

/** Returns the values to save if the user keeps their input: typed values and, for untyped fields, saved values. */
export function getOwnValues(conflict: EditConflict, { cells, viva }: MarksDraft): ConflictValues {
  const cell = cells.find(
    ({ memberId, milestone }) => memberId === conflict.memberId && milestone === conflict.milestone,
  );
  if (cell) {
    return {
      marks: cell.marks === undefined ? conflict.marks : parseNumber(cell.marks),
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

/** Formats marks as "7 / 10" and a viva record as "22 May 2027, pass". */
export function formatConflictValues(
  conflict: EditConflict,
  values: ConflictValues,
  scheme: MarkingScheme,
): string {
  const { marks, vivaDate, vivaStatus } = values;
  const milestone = findMilestone(scheme, conflict.milestone);
  if (milestone) return marks === null ? 'no marks' : `${marks} / ${milestone.total}`;
  return `${vivaDate ? formatDate(vivaDate) : 'no date'}, ${vivaStatus || 'pending'}`;
}
