import { parseNumber } from '#client/ui/form/parse-number.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { MemberMarks, saveMarks } from '#contract/marks.ts';
import type { EditConflict } from '#contract/problem.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
import {
  type CellDraft,
  dropUnchangedFields,
  findSavedCell,
  isSameCell,
  type MarksDraft,
} from './draft.ts';

export type ConflictResolution = 'mine' | 'theirs';

/** Builds the body of a save request. Each changed cell contains the revision on which its input is based. */
export function buildSaveMarksBody(
  group: FullGroup,
  { title: semester, milestones }: SchemePart,
  { cells, viva, correctionReason }: MarksDraft,
): EndpointInput<typeof saveMarks>['body'] {
  const marks: Record<string, MemberMarks> = {};
  const keys = milestones.map(({ key }) => key);
  const members = group.fypGroupMembers.map(({ _id }) => _id);
  // Sort the cells in the order of the grid, because the server reports conflicts in the order of the request.
  const sortedCells = cells.toSorted(
    (a, b) =>
      members.indexOf(a.memberId) - members.indexOf(b.memberId) ||
      keys.indexOf(a.milestone) - keys.indexOf(b.milestone),
  );
  for (const { memberId, milestone, marks: typed, total, feedback, revision } of sortedCells) {
    const cell = {
      ...(typed !== undefined && { marks: parseNumber(typed), total }),
      ...(feedback !== undefined && { feedback }),
      revision,
    };
    marks[memberId] = { ...marks[memberId], [milestone]: cell };
  }
  const { revision: vivaRevision, ...fields } = viva ?? {};
  return {
    ...{ semester, groupId: group._id, marks },
    ...(viva && { ...fields, vivaRevision }),
    ...(correctionReason && { correctionReason }),
  };
}

/** Removes saved input, but keeps input that was typed during the save. `sent` is the draft when the save started. */
export function rebaseDraft(draft: MarksDraft, sent: MarksDraft, fresh: FullGroup): MarksDraft {
  const rebased = (cell: CellDraft) => {
    const wasSent = sent.cells.some((other) => isSameCell(other, cell));
    return wasSent
      ? { ...cell, revision: findSavedCell(fresh, cell)?.revision ?? cell.revision }
      : cell;
  };
  const { revision } = fresh.externalVivaDetails;
  const viva = draft.viva && sent.viva ? { ...draft.viva, revision } : draft.viva;
  return dropUnchangedFields({ ...draft, cells: draft.cells.map(rebased), viva }, fresh);
}

const isOfViva = ({ memberId }: EditConflict) => memberId === null;
const isAt = ({ memberId, milestone }: EditConflict, cell: CellDraft) =>
  memberId === cell.memberId && milestone === cell.milestone;

export const getConflictKey = ({ memberId, milestone }: EditConflict) => `${memberId}.${milestone}`;

/** Applies the conflict choices: "mine" keeps the input and updates its revision, and "theirs" discards the input. */
export function applyConflictChoices(
  draft: MarksDraft,
  conflicts: readonly EditConflict[],
  choices: Readonly<Record<string, ConflictResolution>>,
): MarksDraft {
  const cells = draft.cells.flatMap((cell) => {
    const conflict = conflicts.find((candidate) => isAt(candidate, cell));
    if (!conflict) return [cell];
    const isMine = choices[getConflictKey(conflict)] === 'mine';
    return isMine ? [{ ...cell, revision: conflict.revision }] : [];
  });
  const conflict = conflicts.find(isOfViva);
  if (!conflict || !draft.viva) return { ...draft, cells };
  const isMine = choices[getConflictKey(conflict)] === 'mine';
  return {
    ...draft,
    cells,
    viva: isMine ? { ...draft.viva, revision: conflict.revision } : undefined,
  };
}

/** Returns the group, updated with the newer saved values that the server reported in the conflicts. */
export function applyNewerSavedValues(
  group: FullGroup,
  conflicts: readonly EditConflict[],
): FullGroup {
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
