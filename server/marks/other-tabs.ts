import type { Part } from '#contract/rules/scheme.ts';
import type { Row } from '#server/db/tables.ts';
import type { Cell } from './write-marks.ts';
import type { VivaEdit } from './write-viva.ts';

type Standing = Pick<Row<'marks'>, 'member_id' | 'milestone' | 'marks' | 'feedback'>;

/** Older clients send all they know with every tab (decisions). On its own tab an empty cell clears. */
export function withoutEchoes(
  part: Part,
  cells: readonly Cell[],
  standing: readonly Standing[],
): Cell[] {
  return cells.flatMap((cell) => {
    const { memberId, milestone } = cell;
    if (part.milestones.some(({ key }) => key === milestone)) return [cell];
    const now = standing.find((row) => row.member_id === memberId && row.milestone === milestone);
    const said = { marks: cell.marks ?? undefined, feedback: cell.feedback || undefined };
    const isEcho =
      (said.marks === undefined || said.marks === now?.marks) &&
      (said.feedback === undefined || said.feedback === now?.feedback);
    return isEcho ? [] : [{ ...cell, ...said }];
  });
}

/** Undefined on another tab where it repeats what stands, or says nothing. */
export function vivaWithoutEcho(
  part: Part,
  save: VivaEdit,
  group: Row<'groups'>,
): VivaEdit | undefined {
  const { vivaDate, vivaStatus, vivaFeedback, vivaRevision } = save;
  if (part.viva) return { vivaDate, vivaStatus, vivaFeedback, vivaRevision };
  const said = {
    vivaDate: vivaDate || undefined,
    vivaStatus: vivaStatus || undefined,
    vivaFeedback: vivaFeedback || undefined,
  };
  const isEcho =
    (said.vivaDate === undefined || said.vivaDate === group.viva_date) &&
    (said.vivaStatus === undefined || said.vivaStatus === group.viva_status) &&
    (said.vivaFeedback === undefined || said.vivaFeedback === group.viva_feedback);
  return isEcho ? undefined : { ...said, vivaRevision };
}
