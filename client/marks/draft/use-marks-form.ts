import { useMemo, useState } from 'react';
import { useSession } from '#client/api/session.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { Semester } from '#contract/milestones.ts';
import {
  type CellDraft,
  type CellPlace,
  changesOf,
  countOf,
  type Draft,
  emptyDraft,
  faultOfFeedback,
  faultsOf,
  isSameCell,
  marksText,
  readMarks,
  savedCell,
  type VivaFields,
  withCell,
  withViva,
} from './draft.ts';
import { useDraft } from './use-draft.ts';
import { useSaveMarks } from './use-save-marks.ts';

/** The same milestone of the other members. */
export const othersOf = (group: FullGroup, { memberId, milestone }: CellPlace): CellPlace[] =>
  group.fypGroupMembers
    .filter(({ _id }) => _id !== memberId)
    .map(({ _id }) => ({ memberId: _id, milestone }));

const unmarked = { marks: null, feedback: null, revision: 0 };

/** A cell as it is shown: what is typed, else what is saved. */
function readCell(group: FullGroup, draft: Draft, changes: Draft, place: CellPlace) {
  const saved = savedCell(group, place) ?? unmarked;
  const typed = draft.cells.find((cell) => isSameCell(cell, place));
  const change = changes.cells.find((cell) => isSameCell(cell, place));
  const faults = change ? faultsOf(change) : {};
  const shown = {
    marks: typed?.marks ?? marksText(saved.marks),
    /** The marks as a number, for those who hear the field instead of seeing it. */
    value: typed?.marks === undefined || faults.marks ? saved.marks : readMarks(typed.marks),
    feedback: typed?.feedback ?? saved.feedback ?? '',
    isUnsaved: change !== undefined,
    /** The saved cell, where somebody changed it since this one was typed into. */
    meanwhile: change && change.revision < saved.revision ? saved : undefined,
  };
  return { typed, faults, shown };
}

const isFaulty = (cell: CellDraft) => Object.values(faultsOf(cell)).some(Boolean);

function readViva({ externalVivaDetails: saved }: FullGroup, draft: Draft, changes: Draft) {
  return {
    vivaDate: draft.viva?.vivaDate ?? saved.vivaDate ?? '',
    vivaStatus: draft.viva?.vivaStatus ?? saved.vivaStatus ?? '',
    vivaFeedback: draft.viva?.vivaFeedback ?? saved.vivaFeedback ?? '',
    unsaved: changes.viva,
    isChangedMeanwhile: changes.viva !== undefined && changes.viva.revision < saved.revision,
  };
}

/** Faults are told when a field is left; the one that is just being typed into has its peace. */
function useTyping(onType: () => void) {
  const [typing, setTyping] = useState<string>();
  const told = (field: string, fault: string | undefined) => (field === typing ? undefined : fault);
  const type = (field: string, fault: string | undefined) => {
    if (told(field, fault) === undefined) setTyping(field);
    onType();
  };
  return { told, type, stopTyping: () => setTyping(undefined) };
}

/** One tab of one group, being filled: what is saved, what is typed on top of it, and what is wrong with that. */
export function useMarksForm(group: FullGroup, semester: Semester) {
  const userId = useSession()?.userId;
  const [draft, setDraft] = useDraft(`marks-draft:${userId}:${group._id}:${semester}`, group);
  const changes = useMemo(() => changesOf(draft, group), [draft, group]);
  const saving = useSaveMarks({ group, semester, draft, setDraft });
  const { told, type, stopTyping } = useTyping(saving.clearOutcome);

  const cellAt = (place: CellPlace) => {
    const { typed, faults, shown } = readCell(group, draft, changes, place);
    const field = `${place.memberId}.${place.milestone}`;
    const edit = (part: 'marks' | 'feedback', text: string) => {
      type(`${field}.${part}`, faults[part]);
      setDraft((before) => withCell(before, group, place, { [part]: text }));
    };
    return {
      ...shown,
      marksFault: told(`${field}.marks`, faults.marks),
      feedbackFault: told(`${field}.feedback`, faults.feedback),
      edit,
      leave: () => {
        stopTyping();
        const marks = typed?.marks;
        if (marks === undefined || faults.marks) return;
        // 7,50 becomes 7.5, and what says the same as the saved cell is a change no more.
        const tidy = marksText(readMarks(marks));
        setDraft((before) => changesOf(withCell(before, group, place, { marks: tidy }), group));
      },
    };
  };

  const vivaFault = faultOfFeedback(changes.viva?.vivaFeedback);
  const viva = {
    ...readViva(group, draft, changes),
    feedbackFault: told('viva', vivaFault),
    edit: (fields: VivaFields) => {
      if (fields.vivaFeedback !== undefined) type('viva', vivaFault);
      saving.clearOutcome();
      setDraft((before) => withViva(before, group, fields));
    },
    leave: stopTyping,
  };

  /** Gives one member's feedback on a milestone to the others; `isReplacing` also to those who have other feedback. */
  const copyFeedback = (from: CellPlace, isReplacing: boolean) => {
    const { feedback } = cellAt(from);
    const places = othersOf(group, from).filter(
      (place) => isReplacing || cellAt(place).feedback === '',
    );
    saving.clearOutcome();
    setDraft((before) =>
      places.reduce((now, to) => withCell(now, group, to, { feedback }), before),
    );
  };

  return {
    ...saving,
    cellAt,
    viva,
    changes,
    copyFeedback,
    count: countOf(changes),
    faultCount: changes.cells.filter(isFaulty).length + (vivaFault ? 1 : 0),
    tellFaults: stopTyping,
    discard: () => {
      setDraft(emptyDraft);
      saving.clearOutcome();
    },
  };
}

export type MarksFormState = ReturnType<typeof useMarksForm>;
