import type { FullGroup } from '#contract/groups.ts';
import type { MarkingScheme } from '#contract/rules/scheme.ts';
import {
  type CellDraft,
  type CellPosition,
  findCellErrors,
  findSavedCell,
  formatMarks,
  isSameCell,
  type MarksDraft,
} from './draft.ts';

export const listOtherMembersCells = (
  group: FullGroup,
  { memberId, milestone }: CellPosition,
): CellPosition[] =>
  group.fypGroupMembers
    .filter(({ _id }) => _id !== memberId)
    .map(({ _id }) => ({ memberId: _id, milestone }));

export const isInvalidCell = (scheme: MarkingScheme, cell: CellDraft) =>
  Object.values(findCellErrors(scheme, cell)).some(Boolean);

const unmarked = { marks: null, feedback: null, revision: 0 };

/** Returns a cell in which typed fields replace saved values. `changes` is the draft without unchanged fields. */
export function buildDisplayedCell(
  scheme: MarkingScheme,
  group: FullGroup,
  draft: MarksDraft,
  changes: MarksDraft,
  place: CellPosition,
) {
  const saved = findSavedCell(group, place) ?? unmarked;
  const typed = draft.cells.find((cell) => isSameCell(cell, place));
  const change = changes.cells.find((cell) => isSameCell(cell, place));
  const errors = change ? findCellErrors(scheme, change) : {};
  const shown = {
    marks: typed?.marks ?? formatMarks(saved.marks),
    feedback: typed?.feedback ?? saved.feedback ?? '',
    isUnsaved: change !== undefined,
    /** The saved cell, if it was saved again after the user began typing. Otherwise undefined. */
    meanwhile: change && change.revision < saved.revision ? saved : undefined,
  };
  return { typed, errors, shown };
}

export function buildDisplayedViva(
  { externalVivaDetails: saved }: FullGroup,
  draft: MarksDraft,
  changes: MarksDraft,
) {
  return {
    vivaDate: draft.viva?.vivaDate ?? saved.vivaDate ?? '',
    vivaStatus: draft.viva?.vivaStatus ?? saved.vivaStatus ?? '',
    vivaFeedback: draft.viva?.vivaFeedback ?? saved.vivaFeedback ?? '',
    unsaved: changes.viva,
    isChangedMeanwhile: changes.viva !== undefined && changes.viva.revision < saved.revision,
  };
}
