import { useMemo, useState } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useSession } from '#client/api/session/session.ts';
import { useVivaDoubt } from '#client/layout/confirm-viva.tsx';
import { unclearDate } from '#client/ui/form/date-field.tsx';
import { parseDateText } from '#client/ui/form/date-time-text.ts';
import { parseNumber } from '#client/ui/form/parse-number.ts';
import { buildDraftKey } from '#contract/drafts.ts';
import type { FullGroup } from '#contract/groups.ts';
import { findMilestone, type MarkingScheme, type SchemePart } from '#contract/rules/scheme.ts';
import {
  type CellPosition,
  countUnsavedChanges,
  dropUnchangedFields,
  emptyMarksDraft,
  findFeedbackError,
  formatMarks,
  hasCorrection,
  type MarksDraft,
  setDraftCell,
  setDraftViva,
  type VivaFields,
} from './draft.ts';
import {
  buildDisplayedCell,
  buildDisplayedViva,
  isInvalidCell,
  listOtherMembersCells,
} from './read-draft.ts';
import { useMarksDraft } from './use-draft.ts';
import { useSaveMarks } from './use-save-marks.ts';

/** While the user edits a field, hides its error until blur, unless the error was visible before the edit. */
function useTyping(onType: () => void) {
  const [typing, setTyping] = useState<string>();
  const visible = (field: string, error: string | undefined) =>
    field === typing ? undefined : error;
  const type = (field: string, error: string | undefined) => {
    if (visible(field, error) === undefined) setTyping(field);
    onType();
  };
  return { visible, type, stop: () => setTyping(undefined) };
}

type Editing = {
  scheme: MarkingScheme;
  group: FullGroup;
  draft: MarksDraft;
  changes: MarksDraft;
  setDraft: (change: (draft: MarksDraft) => MarksDraft) => void;
  typing: ReturnType<typeof useTyping>;
};

function buildCell(
  { scheme, group, draft, changes, setDraft, typing }: Editing,
  place: CellPosition,
) {
  const { typed, errors, shown } = buildDisplayedCell(scheme, group, draft, changes, place);
  const field = `${place.memberId}.${place.milestone}`;
  const total = findMilestone(scheme, place.milestone)?.total;
  return {
    ...shown,
    marksError: typing.visible(`${field}.marks`, errors.marks),
    feedbackError: typing.visible(`${field}.feedback`, errors.feedback),
    edit: (part: 'marks' | 'feedback', text: string) => {
      typing.type(`${field}.${part}`, errors[part]);
      setDraft((before) => setDraftCell(before, group, place, { [part]: text, total }));
    },
    leave: () => {
      typing.stop();
      const marks = typed?.marks;
      if (marks === undefined || errors.marks) return;
      // Normalise the marks on blur (7,50 becomes 7.5), and drop them from the draft if they equal the saved marks.
      const tidy = formatMarks(parseNumber(marks));
      setDraft((before) =>
        dropUnchangedFields(setDraftCell(before, group, place, { marks: tidy, total }), group),
      );
    },
  };
}

const buildCorrection = (
  { group, draft, changes, setDraft }: Editing,
  clearOutcome: () => void,
) => ({
  isNeeded: hasCorrection(changes, group),
  reason: draft.correctionReason ?? '',
  edit: (correctionReason: string) => {
    clearOutcome();
    setDraft((before) => ({ ...before, correctionReason }));
  },
});

const findDateError = ({ viva }: MarksDraft) =>
  viva?.vivaDate && !parseDateText(viva.vivaDate) ? unclearDate : undefined;

export function useMarksForm(group: FullGroup, part: SchemePart) {
  const scheme = useMarkingScheme();
  const userId = useSession()?.userId;
  const { draft, setDraft, copy } = useMarksDraft(
    {
      key: buildDraftKey('marks', group._id, part.milestones[0]?.key),
      storageKey: `marks-draft:${userId}:${group._id}:${part.title}`,
    },
    (stored) => dropUnchangedFields(stored, group),
  );
  const changes = useMemo(() => dropUnchangedFields(draft, group), [draft, group]);
  const saving = useSaveMarks({ group, part, draft, setDraft });
  const typing = useTyping(saving.clearOutcome);
  const editing: Editing = { scheme, group, draft, changes, setDraft, typing };
  const cellAt = (place: CellPosition) => buildCell(editing, place);

  const vivaError = findFeedbackError(changes.viva?.vivaFeedback);
  const dateError = findDateError(changes) ?? saving.vivaDateError;
  const viva = {
    doubt: useVivaDoubt(group.externalVivaDetails, changes.viva ?? {}),
    ...buildDisplayedViva(group, draft, changes),
    feedbackError: typing.visible('viva', vivaError),
    dateError: typing.visible('viva date', dateError),
    edit: (fields: VivaFields) => {
      saving.clearVivaDateError();
      if (fields.vivaDate !== undefined) typing.type('viva date', dateError);
      if (fields.vivaFeedback !== undefined) typing.type('viva', vivaError);
      saving.clearOutcome();
      setDraft((before) => setDraftViva(before, group, fields));
    },
    leave: typing.stop,
  };

  const copyFeedback = (from: CellPosition, isReplacing: boolean) => {
    const { feedback } = cellAt(from);
    const total = findMilestone(scheme, from.milestone)?.total;
    const places = listOtherMembersCells(group, from).filter(
      (place) => isReplacing || cellAt(place).feedback === '',
    );
    saving.clearOutcome();
    setDraft((before) =>
      places.reduce((now, to) => setDraftCell(now, group, to, { feedback, total }), before),
    );
  };

  return {
    ...saving,
    cellAt,
    viva,
    correction: buildCorrection(editing, saving.clearOutcome),
    changes,
    draft: copy,
    copyFeedback,
    count: countUnsavedChanges(changes),
    errorCount:
      changes.cells.filter((cell) => isInvalidCell(scheme, cell)).length +
      [vivaError, dateError].filter(Boolean).length,
    showErrors: typing.stop,
    discard: () => {
      setDraft(() => emptyMarksDraft);
      saving.clearOutcome();
      saving.clearFailure();
    },
  };
}

export type MarksFormState = ReturnType<typeof useMarksForm>;
