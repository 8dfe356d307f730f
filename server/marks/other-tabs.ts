import type { SchemePart } from '#contract/rules/scheme.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { MarksCell } from './write-marks.ts';
import type { VivaEdit } from './write-viva.ts';

type StoredCell = Pick<DatabaseRow<'marks'>, 'member_id' | 'milestone' | 'marks' | 'feedback'>;

/** Drops empty or unchanged cells of tabs other than the saved one, because older clients send all tabs. */
export function dropUnchangedCells(
  part: SchemePart,
  cells: readonly MarksCell[],
  stored: readonly StoredCell[],
): MarksCell[] {
  return cells.flatMap((cell) => {
    const { memberId, milestone } = cell;
    if (part.milestones.some(({ key }) => key === milestone)) return [cell];
    const now = stored.find((row) => row.member_id === memberId && row.milestone === milestone);
    const submitted = { marks: cell.marks ?? undefined, feedback: cell.feedback || undefined };
    const isEcho =
      (submitted.marks === undefined || submitted.marks === now?.marks) &&
      (submitted.feedback === undefined || submitted.feedback === now?.feedback);
    return isEcho ? [] : [{ ...cell, ...submitted }];
  });
}

/** Returns the viva fields, or undefined if the saved tab has no viva and all viva fields are empty or unchanged. */
export function dropUnchangedVivaFields(
  part: SchemePart,
  save: VivaEdit,
  group: DatabaseRow<'groups'>,
): VivaEdit | undefined {
  const { vivaDate, vivaStatus, vivaFeedback, vivaRevision } = save;
  if (part.viva) return { vivaDate, vivaStatus, vivaFeedback, vivaRevision };
  const submitted = {
    vivaDate: vivaDate || undefined,
    vivaStatus: vivaStatus || undefined,
    vivaFeedback: vivaFeedback || undefined,
  };
  const isEcho =
    (submitted.vivaDate === undefined || submitted.vivaDate === group.viva_date) &&
    (submitted.vivaStatus === undefined || submitted.vivaStatus === group.viva_status) &&
    (submitted.vivaFeedback === undefined || submitted.vivaFeedback === group.viva_feedback);
  return isEcho ? undefined : { ...submitted, vivaRevision };
}
