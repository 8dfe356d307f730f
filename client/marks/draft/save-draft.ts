import { readNumber } from '#client/ui/form/read-number.ts';
import type { CallInput } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { MemberMarks, saveMarks } from '#contract/marks.ts';
import type { Conflict } from '#contract/problem.ts';
import type { Part } from '#contract/rules/scheme.ts';
import { type CellDraft, changesOf, type Draft, isSameCell, savedCell } from './draft.ts';

/** Whose value a conflicting cell gets. */
export type Choice = 'mine' | 'theirs';

/** The save of changes: the changed cells alone, each with the revision that it was read with. */
export function bodyOf(
  group: FullGroup,
  { title: semester, milestones }: Part,
  { cells, viva }: Draft,
): CallInput<typeof saveMarks>['body'] {
  const marks: Record<string, MemberMarks> = {};
  const keys = milestones.map(({ key }) => key);
  const members = group.fypGroupMembers.map(({ _id }) => _id);
  // In the grid's order, because conflicts are reported in the order of the save.
  const inOrder = cells.toSorted(
    (a, b) =>
      members.indexOf(a.memberId) - members.indexOf(b.memberId) ||
      keys.indexOf(a.milestone) - keys.indexOf(b.milestone),
  );
  for (const { memberId, milestone, marks: typed, total, feedback, revision } of inOrder) {
    const cell = {
      ...(typed !== undefined && { marks: readNumber(typed), total }),
      ...(feedback !== undefined && { feedback }),
      revision,
    };
    marks[memberId] = { ...marks[memberId], [milestone]: cell };
  }
  const { revision: vivaRevision, ...fields } = viva ?? {};
  return { semester, groupId: group._id, marks, ...(viva && { ...fields, vivaRevision }) };
}

/** What is still unsaved once `sent` is saved as `fresh` says: what was typed while the save was on its way. */
export function afterSave(draft: Draft, sent: Draft, fresh: FullGroup): Draft {
  const rebased = (cell: CellDraft) => {
    const wasSent = sent.cells.some((other) => isSameCell(other, cell));
    return wasSent
      ? { ...cell, revision: savedCell(fresh, cell)?.revision ?? cell.revision }
      : cell;
  };
  const { revision } = fresh.externalVivaDetails;
  const viva = draft.viva && sent.viva ? { ...draft.viva, revision } : draft.viva;
  return changesOf({ cells: draft.cells.map(rebased), viva }, fresh);
}

const isOfViva = ({ memberId }: Conflict) => memberId === null;
const isAt = ({ memberId, milestone }: Conflict, cell: CellDraft) =>
  memberId === cell.memberId && milestone === cell.milestone;

/** Names a conflict among the others of one reply. */
export const conflictKey = ({ memberId, milestone }: Conflict) => `${memberId}.${milestone}`;

/** The draft once each conflict is decided: mine is kept on top of what they saved, theirs takes mine away. */
export function decided(
  draft: Draft,
  conflicts: readonly Conflict[],
  choices: Readonly<Record<string, Choice>>,
): Draft {
  const cells = draft.cells.flatMap((cell) => {
    const conflict = conflicts.find((candidate) => isAt(candidate, cell));
    if (!conflict) return [cell];
    const isMine = choices[conflictKey(conflict)] === 'mine';
    return isMine ? [{ ...cell, revision: conflict.revision }] : [];
  });
  const conflict = conflicts.find(isOfViva);
  if (!conflict || !draft.viva) return { ...draft, cells };
  const isMine = choices[conflictKey(conflict)] === 'mine';
  return { cells, viva: isMine ? { ...draft.viva, revision: conflict.revision } : undefined };
}

/** The group with what others saved meanwhile, as a refused save has reported it. */
export function groupWith(group: FullGroup, conflicts: readonly Conflict[]): FullGroup {
  const viva = conflicts.find(isOfViva);
  return {
    ...group,
    fypGroupMembers: group.fypGroupMembers.map((member) => {
      const theirs = conflicts.filter(({ memberId }) => memberId === member._id);
      const entries = theirs.map(({ milestone, marks, feedback, revision }) => [
        milestone,
        { marks, feedback, revision },
      ]);
      return { ...member, ...Object.fromEntries(entries) };
    }),
    externalVivaDetails: viva
      ? {
          vivaDate: viva.vivaDate ?? null,
          vivaStatus: (viva.vivaStatus ?? null) as FullGroup['externalVivaDetails']['vivaStatus'],
          vivaFeedback: viva.feedback,
          revision: viva.revision,
        }
      : group.externalVivaDetails,
  };
}
