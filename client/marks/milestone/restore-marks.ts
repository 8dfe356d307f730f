import { isSameCell, type MarksDraft } from '#client/marks/draft/draft.ts';

/** Returns the members' marks to those of an earlier draft. Keeps the feedback, which may have been typed since then. */
export function restoreMarks(
  draft: MarksDraft,
  earlier: MarksDraft,
  memberIds: readonly string[],
): MarksDraft {
  const cells = draft.cells.flatMap((cell) => {
    if (!memberIds.includes(cell.memberId)) return [cell];
    const marks = earlier.cells.find((other) => isSameCell(other, cell))?.marks;
    return marks === undefined && cell.feedback === undefined ? [] : [{ ...cell, marks }];
  });
  return { ...draft, cells };
}
