import { useState } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { markingSchemeEndpoints } from '#client/api/scheme-endpoints.ts';
import { useSession } from '#client/api/session/session.ts';
import {
  dropDraftTotals,
  emptyMarksDraft,
  hasCorrection,
  type MarksDraft,
  setDraftCell,
} from '#client/marks/draft/draft.ts';
import { isInvalidCell } from '#client/marks/draft/read-draft.ts';
import {
  applyConflictChoices,
  applyNewerSavedValues,
  buildSaveMarksBody,
  type ConflictResolution,
  rebaseDraft,
} from '#client/marks/draft/save-draft.ts';
import { useMarksDraft } from '#client/marks/draft/use-draft.ts';
import { buildDraftKey } from '#contract/drafts.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { Milestone, SchemePart } from '#contract/rules/scheme.ts';
import { restoreMarks } from './restore-marks.ts';
import { listChangedGroups, useSaveGroups } from './use-save-groups.ts';

type Typed = { marks?: string; feedback?: string };
type FilledMarks = { group: FullGroup; memberId: string; marks: string };

/** Returns the functions that change the draft's cells of one milestone. */
function createCellEdits(
  { key, total }: Milestone,
  setDraft: (change: (now: MarksDraft) => MarksDraft) => void,
) {
  const setCell = (now: MarksDraft, group: FullGroup, memberId: string, typed: Typed) =>
    setDraftCell(now, group, { memberId, milestone: key }, { ...typed, total });
  return {
    type: (group: FullGroup, memberId: string, typed: Typed) =>
      setDraft((now) => setCell(now, group, memberId, typed)),
    fill: (filled: readonly FilledMarks[]) =>
      setDraft((now) =>
        filled.reduce(
          (draft, { group, memberId, marks }) => setCell(draft, group, memberId, { marks }),
          now,
        ),
      ),
    restore: (earlier: MarksDraft, memberIds: readonly string[]) =>
      setDraft((now) => restoreMarks(now, earlier, memberIds)),
  };
}

function useMilestoneDraft(read: readonly FullGroup[], milestone: Milestone) {
  const userId = useSession()?.userId;
  const { code } = useCohort();
  return useMarksDraft(
    {
      key: buildDraftKey('milestone', code, milestone.key),
      storageKey: `marks-draft:${userId}:${code ?? ''}:${milestone.key}`,
    },
    (stored) => ({
      ...stored,
      cells: listChangedGroups(read, stored).flatMap(({ changes }) => changes.cells),
    }),
  );
}

export function useMilestoneMarks(
  read: readonly FullGroup[],
  milestone: Milestone,
  part: SchemePart,
) {
  const scheme = useMarkingScheme();
  const { draft, setDraft, copy } = useMilestoneDraft(read, milestone);
  const [fresh, setFresh] = useState<Readonly<Record<string, FullGroup>>>({});
  // Use the version of the group that the last save returned, unless the list contains a newer version.
  const groups = read.map((group) => {
    const saved = fresh[group._id];
    return saved && saved.version >= group.version ? saved : group;
  });
  const changed = listChangedGroups(groups, draft);
  const cells = changed.flatMap(({ changes }) => changes.cells);
  const showFresh = (group: FullGroup) => setFresh((before) => ({ ...before, [group._id]: group }));
  const onSaved = (group: FullGroup, changes: MarksDraft, after: FullGroup) => {
    showFresh(after);
    setDraft((now) => {
      const otherCells = now.cells.filter((cell) => !isMemberOf(group, cell.memberId));
      const ownCells = now.cells.filter((cell) => isMemberOf(group, cell.memberId));
      const { cells } = rebaseDraft({ cells: ownCells }, changes, after);
      // The reason belongs to the corrections that are not saved yet.
      const { correctionReason } = now;
      const isOpen = otherCells.length > 0 && correctionReason !== undefined;
      return { cells: [...otherCells, ...cells], ...(isOpen && { correctionReason }) };
    });
  };
  const onStaleTotal = () => {
    setDraft(dropDraftTotals);
    return invalidateEndpoints(...markingSchemeEndpoints);
  };
  const { save, clearStatus, ...saving } = useSaveGroups({ part, onSaved, onStaleTotal });
  return {
    groups,
    draft,
    copy,
    discard: () => setDraft(emptyMarksDraft),
    ...saving,
    hasErrors: cells.some((cell) => isInvalidCell(scheme, cell)),
    count: cells.length,
    correction: {
      isNeeded: changed.some(({ group, changes }) => hasCorrection(changes, group)),
      reason: draft.correctionReason ?? '',
      edit: (correctionReason: string) => setDraft((now) => ({ ...now, correctionReason })),
    },
    students: new Set(cells.map(({ memberId }) => memberId)).size,
    bodies: () => changed.map(({ group, changes }) => buildSaveMarksBody(group, part, changes)),
    save: () => void save(changed),
    ...createCellEdits(milestone, (change) => {
      clearStatus();
      setDraft(change);
    }),
    decide: (choices: Readonly<Record<string, ConflictResolution>>) => {
      const { conflicts, closeConflicts } = saving;
      const decided = applyConflictChoices(draft, conflicts, choices);
      const fresh = groups.map((group) => {
        const own = conflicts.filter(({ memberId }) => memberId && isMemberOf(group, memberId));
        return own.length > 0 ? applyNewerSavedValues(group, own) : group;
      });
      for (const group of fresh) if (!groups.includes(group)) showFresh(group);
      closeConflicts({ areDecided: true });
      setDraft(decided);
      const stillChanged = listChangedGroups(fresh, decided);
      if (stillChanged.length > 0) void save(stillChanged);
    },
  };
}

const isMemberOf = (group: FullGroup, memberId: string) =>
  group.fypGroupMembers.some(({ _id }) => _id === memberId);

export type MilestoneMarksState = ReturnType<typeof useMilestoneMarks>;
