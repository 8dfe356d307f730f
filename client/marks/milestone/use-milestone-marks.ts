import { useState } from 'react';
import { useMarkingScheme } from '#client/api/cohorts/cohort-content.ts';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { call } from '#client/api/connection/call.ts';
import { facultyEndpoints } from '#client/api/faculty-endpoints.ts';
import { getErrorMessage } from '#client/api/problems.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { markingSchemeEndpoints } from '#client/api/scheme-endpoints.ts';
import { useSession } from '#client/api/session/session.ts';
import {
  countUnsavedChanges,
  dropDraftTotals,
  dropUnchangedFields,
  type MarksDraft,
  setDraftCell,
} from '#client/marks/draft/draft.ts';
import { isInvalidCell } from '#client/marks/draft/read-draft.ts';
import {
  applyConflictChoices,
  applyNewerSavedValues,
  buildSaveMarksBody,
  getConflictKey,
  rebaseDraft,
} from '#client/marks/draft/save-draft.ts';
import { useMarksDraft } from '#client/marks/draft/use-draft.ts';
import { findBoard } from '#contract/board.ts';
import type { FullGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { type EditConflict, Problem } from '#contract/problem.ts';
import type { Milestone, SchemePart } from '#contract/rules/scheme.ts';

export type GroupSaveResult = {
  message: string;
  conflicts: readonly EditConflict[];
  isDone: boolean;
};

async function saveGroup(group: FullGroup, part: SchemePart, changes: MarksDraft) {
  const { group: fresh } = await call(saveMarks, {
    body: buildSaveMarksBody(group, part, changes),
  });
  try {
    const { queued } = await call(mailGroup, { params: { groupId: group._id } });
    const emails = queued === 1 ? '1 email is' : `${queued} emails are`;
    return { fresh, message: `Saved. ${emails} on the way.` };
  } catch {
    return { fresh, message: 'Saved. The emails are sent automatically within a few minutes.' };
  }
}

type ChangedGroup = { group: FullGroup; changes: MarksDraft };

const listChangedGroups = (groups: readonly FullGroup[], draft: MarksDraft): ChangedGroup[] =>
  groups.flatMap((group) => {
    const changes = dropUnchangedFields(draft, group);
    return countUnsavedChanges(changes) > 0 ? [{ group, changes }] : [];
  });

type Saving = {
  part: SchemePart;
  onSaved: (group: FullGroup, changes: MarksDraft, fresh: FullGroup) => void;
  onStaleTotal: () => Promise<unknown>;
};

/** Saves the changed groups one after another and stores the result for each group. */
function useSaving({ part, onSaved, onStaleTotal }: Saving) {
  const [results, setResults] = useState<Readonly<Record<string, GroupSaveResult>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [status, setStatus] = useState('');
  const tell = (groupId: string, result: GroupSaveResult) =>
    setResults((before) => ({ ...before, [groupId]: result }));
  const save = async (changed: readonly ChangedGroup[]) => {
    setIsSaving(true);
    setStatus('');
    let saved = 0;
    for (const { group, changes } of changed) {
      try {
        const { fresh, message } = await saveGroup(group, part, changes);
        onSaved(group, changes, fresh);
        tell(group._id, { message, conflicts: [], isDone: true });
        saved += 1;
      } catch (error) {
        const conflicts = (error instanceof Problem && error.details.conflicts) || [];
        const message = getErrorMessage(error, 'Failed to save marks');
        if (error instanceof Problem && error.code === 'stale-version') await onStaleTotal();
        tell(group._id, { message, conflicts, isDone: false });
      }
    }
    await invalidateEndpoints(findBoard, ...facultyEndpoints);
    const failed = changed.length - saved;
    const savedText = saved === 1 ? '1 group saved' : `${saved} groups saved`;
    setStatus(failed > 0 ? `${savedText}, ${failed} not: see their rows.` : `${savedText}.`);
    setIsSaving(false);
  };
  return { results, isSaving, status, tell, save };
}

function useMilestoneDraft(read: readonly FullGroup[], milestone: Milestone) {
  const userId = useSession()?.userId;
  const { code } = useCohort();
  return useMarksDraft(`marks-draft:${userId}:${code ?? ''}:${milestone.key}`, (stored) => ({
    cells: listChangedGroups(read, stored).flatMap(({ changes }) => changes.cells),
  }));
}

export function useMilestoneMarks(
  read: readonly FullGroup[],
  milestone: Milestone,
  part: SchemePart,
) {
  const scheme = useMarkingScheme();
  const [draft, setDraft] = useMilestoneDraft(read, milestone);
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
      return { cells: [...otherCells, ...rebaseDraft({ cells: ownCells }, changes, after).cells] };
    });
  };
  const onStaleTotal = () => {
    setDraft(dropDraftTotals);
    return invalidateEndpoints(...markingSchemeEndpoints);
  };
  const { results, isSaving, status, tell, save } = useSaving({ part, onSaved, onStaleTotal });
  return {
    groups,
    draft,
    results,
    isSaving,
    status,
    hasErrors: cells.some((cell) => isInvalidCell(scheme, cell)),
    count: cells.length,
    students: new Set(cells.map(({ memberId }) => memberId)).size,
    bodies: () => changed.map(({ group, changes }) => buildSaveMarksBody(group, part, changes)),
    save: () => void save(changed),
    type: (group: FullGroup, memberId: string, typed: { marks?: string; feedback?: string }) =>
      setDraft((now) => {
        const place = { memberId, milestone: milestone.key };
        return setDraftCell(now, group, place, { ...typed, total: milestone.total });
      }),
    decide: (group: FullGroup, conflict: EditConflict, choice: 'mine' | 'theirs') => {
      const { conflicts } = results[group._id] ?? { conflicts: [] };
      const left = conflicts.filter((other) => other !== conflict);
      showFresh(applyNewerSavedValues(group, [conflict]));
      setDraft((now) =>
        applyConflictChoices(now, [conflict], { [getConflictKey(conflict)]: choice }),
      );
      const message = left.length > 0 ? 'Resolve the other conflicts too.' : '';
      tell(group._id, { message, conflicts: left, isDone: false });
    },
  };
}

const isMemberOf = (group: FullGroup, memberId: string) =>
  group.fypGroupMembers.some(({ _id }) => _id === memberId);

export type MilestoneMarksState = ReturnType<typeof useMilestoneMarks>;
