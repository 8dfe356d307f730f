import type { FullGroup } from '#contract/groups.ts';
import type { Scheme } from '#contract/rules/scheme.ts';
import {
  type CellDraft,
  type CellPlace,
  type Draft,
  errorsOf,
  isSameCell,
  marksText,
  savedCell,
} from './draft.ts';

/** The same milestone of the other members. */
export const othersOf = (group: FullGroup, { memberId, milestone }: CellPlace): CellPlace[] =>
  group.fypGroupMembers
    .filter(({ _id }) => _id !== memberId)
    .map(({ _id }) => ({ memberId: _id, milestone }));

export const isInvalid = (scheme: Scheme, cell: CellDraft) =>
  Object.values(errorsOf(scheme, cell)).some(Boolean);

const unmarked = { marks: null, feedback: null, revision: 0 };

/** A cell as it is shown: what is typed, else what is saved. `changes` is the draft without what is saved already. */
export function readCell(
  scheme: Scheme,
  group: FullGroup,
  draft: Draft,
  changes: Draft,
  place: CellPlace,
) {
  const saved = savedCell(group, place) ?? unmarked;
  const typed = draft.cells.find((cell) => isSameCell(cell, place));
  const change = changes.cells.find((cell) => isSameCell(cell, place));
  const errors = change ? errorsOf(scheme, change) : {};
  const shown = {
    marks: typed?.marks ?? marksText(saved.marks),
    feedback: typed?.feedback ?? saved.feedback ?? '',
    isUnsaved: change !== undefined,
    /** The saved cell, where somebody changed it since this one was typed into. */
    meanwhile: change && change.revision < saved.revision ? saved : undefined,
  };
  return { typed, errors, shown };
}

/** The viva's record as it is shown. */
export function readViva({ externalVivaDetails: saved }: FullGroup, draft: Draft, changes: Draft) {
  return {
    vivaDate: draft.viva?.vivaDate ?? saved.vivaDate ?? '',
    vivaStatus: draft.viva?.vivaStatus ?? saved.vivaStatus ?? '',
    vivaFeedback: draft.viva?.vivaFeedback ?? saved.vivaFeedback ?? '',
    unsaved: changes.viva,
    isChangedMeanwhile: changes.viva !== undefined && changes.viva.revision < saved.revision,
  };
}
