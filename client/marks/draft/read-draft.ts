import type { FullGroup } from '#contract/groups.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import {
  type CellDraft,
  type CellPlace,
  type Draft,
  findCellErrors,
  findSavedCell,
  formatMarks,
  isSameCell,
} from './draft.ts';

export const listOtherCells = (group: FullGroup, { memberId, milestone }: CellPlace): CellPlace[] =>
  group.fypGroupMembers
    .filter(({ _id }) => _id !== memberId)
    .map(({ _id }) => ({ memberId: _id, milestone }));

export const isInvalid = (scheme: Scheme, cell: CellDraft) =>
  Object.values(findCellErrors(scheme, cell)).some(Boolean);

const unmarked = { marks: null, feedback: null, revision: 0 };

/**
 * Returns a cell for display, in which typed fields replace saved values. `changes` is the draft without unchanged
 * fields.
 */
export function readCell(
  scheme: Scheme,
  group: FullGroup,
  draft: Draft,
  changes: Draft,
  place: CellPlace,
) {
  const saved = findSavedCell(group, place) ?? unmarked;
  const typed = draft.cells.find((cell) => isSameCell(cell, place));
  const change = changes.cells.find((cell) => isSameCell(cell, place));
  const errors = change ? findCellErrors(scheme, change) : {};
  const shown = {
    marks: typed?.marks ?? formatMarks(saved.marks),
    feedback: typed?.feedback ?? saved.feedback ?? '',
    isUnsaved: change !== undefined,
    /** The saved cell, if somebody saved it after the user began typing. */
    meanwhile: change && change.revision < saved.revision ? saved : undefined,
  };
  return { typed, errors, shown };
}

export function readViva({ externalVivaDetails: saved }: FullGroup, draft: Draft, changes: Draft) {
  return {
    vivaDate: draft.viva?.vivaDate ?? saved.vivaDate ?? '',
    vivaStatus: draft.viva?.vivaStatus ?? saved.vivaStatus ?? '',
    vivaFeedback: draft.viva?.vivaFeedback ?? saved.vivaFeedback ?? '',
    unsaved: changes.viva,
    isChangedMeanwhile: changes.viva !== undefined && changes.viva.revision < saved.revision,
  };
}
