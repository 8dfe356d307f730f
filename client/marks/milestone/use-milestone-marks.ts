import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { useScheme } from '#client/api/cohort-content.ts';
import { useCohort } from '#client/api/cohorts.ts';
import { facultyReads } from '#client/api/faculty-reads.ts';
import { messageOf } from '#client/api/problems.ts';
import { invalidate } from '#client/api/queries.ts';
import { schemeReads } from '#client/api/scheme-reads.ts';
import { useSession } from '#client/api/session.ts';
import {
  changesOf,
  countOf,
  type Draft,
  withCell,
  withoutTotals,
} from '#client/marks/draft/draft.ts';
import { isInvalid } from '#client/marks/draft/read-draft.ts';
import {
  afterSave,
  bodyOf,
  conflictKey,
  decided,
  groupWith,
} from '#client/marks/draft/save-draft.ts';
import { useDraft } from '#client/marks/draft/use-draft.ts';
import { findBoard } from '#contract/board.ts';
import type { FullGroup } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { type Conflict, Problem } from '#contract/problem.ts';
import type { Milestone, Part } from '#contract/rules/scheme.ts';

/** What the last save led to for a group. */
export type Result = { message: string; conflicts: readonly Conflict[]; isDone: boolean };

async function saveOne(group: FullGroup, part: Part, changes: Draft) {
  const { group: fresh } = await call(saveMarks, { body: bodyOf(group, part, changes) });
  try {
    const { queued } = await call(mailGroup, { params: { groupId: group._id } });
    const emails = queued === 1 ? '1 email' : `${queued} emails`;
    return { fresh, message: `Saved; ${emails} on the way.` };
  } catch {
    return { fresh, message: 'Saved; the emails follow by themselves within a few minutes.' };
  }
}

type Changed = { group: FullGroup; changes: Draft };

/** The groups of which something is typed and not saved. */
const changedIn = (groups: readonly FullGroup[], draft: Draft): Changed[] =>
  groups.flatMap((group) => {
    const changes = changesOf(draft, group);
    return countOf(changes) > 0 ? [{ group, changes }] : [];
  });

type Saving = {
  part: Part;
  onSaved: (group: FullGroup, changes: Draft, fresh: FullGroup) => void;
  onStaleTotal: () => Promise<unknown>;
};

/** Saves one group after the other, and keeps what became of each. */
function useSaving({ part, onSaved, onStaleTotal }: Saving) {
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [status, setStatus] = useState('');
  const tell = (groupId: string, result: Result) =>
    setResults((before) => ({ ...before, [groupId]: result }));
  const save = async (changed: readonly Changed[]) => {
    setIsSaving(true);
    setStatus('');
    let saved = 0;
    for (const { group, changes } of changed) {
      try {
        const { fresh, message } = await saveOne(group, part, changes);
        onSaved(group, changes, fresh);
        tell(group._id, { message, conflicts: [], isDone: true });
        saved += 1;
      } catch (error) {
        const conflicts = (error instanceof Problem && error.details.conflicts) || [];
        const message = messageOf(error, 'Failed to save marks');
        if (error instanceof Problem && error.code === 'stale-version') await onStaleTotal();
        tell(group._id, { message, conflicts, isDone: false });
      }
    }
    await invalidate(findBoard, ...facultyReads);
    const failed = changed.length - saved;
    const said = saved === 1 ? '1 group saved' : `${saved} groups saved`;
    setStatus(failed > 0 ? `${said}, ${failed} not: see their rows.` : `${said}.`);
    setIsSaving(false);
  };
  return { results, isSaving, status, tell, save };
}

function useMilestoneDraft(read: readonly FullGroup[], milestone: Milestone) {
  const userId = useSession()?.userId;
  const { code } = useCohort();
  return useDraft(`marks-draft:${userId}:${code ?? ''}:${milestone.key}`, (stored) => ({
    cells: changedIn(read, stored).flatMap(({ changes }) => changes.cells),
  }));
}

/** What is typed for a milestone of many groups, and its save. */
export function useMilestoneMarks(read: readonly FullGroup[], milestone: Milestone, part: Part) {
  const scheme = useScheme();
  const [draft, setDraft] = useMilestoneDraft(read, milestone);
  const [fresh, setFresh] = useState<Readonly<Record<string, FullGroup>>>({});
  // What a save replied is newer than the list that was read.
  const groups = read.map((group) => {
    const saved = fresh[group._id];
    return saved && saved.version >= group.version ? saved : group;
  });
  const changed = changedIn(groups, draft);
  const cells = changed.flatMap(({ changes }) => changes.cells);
  const showFresh = (group: FullGroup) => setFresh((before) => ({ ...before, [group._id]: group }));
  const onSaved = (group: FullGroup, changes: Draft, after: FullGroup) => {
    showFresh(after);
    setDraft((now) => {
      const others = now.cells.filter((cell) => !isOf(group, cell.memberId));
      const own = now.cells.filter((cell) => isOf(group, cell.memberId));
      return { cells: [...others, ...afterSave({ cells: own }, changes, after).cells] };
    });
  };
  const onStaleTotal = () => {
    setDraft(withoutTotals);
    return invalidate(...schemeReads);
  };
  const { results, isSaving, status, tell, save } = useSaving({ part, onSaved, onStaleTotal });
  return {
    ...{ groups, draft, results, isSaving, status },
    hasErrors: cells.some((cell) => isInvalid(scheme, cell)),
    count: cells.length,
    students: new Set(cells.map(({ memberId }) => memberId)).size,
    /** What a save would send, group by group. */
    bodies: () => changed.map(({ group, changes }) => bodyOf(group, part, changes)),
    save: () => void save(changed),
    type: (group: FullGroup, memberId: string, typed: { marks?: string; feedback?: string }) =>
      setDraft((now) => {
        const place = { memberId, milestone: milestone.key };
        return withCell(now, group, place, { ...typed, total: milestone.total });
      }),
    /** Mine is saved over theirs by the next save; theirs takes mine away. */
    decide: (group: FullGroup, conflict: Conflict, choice: 'mine' | 'theirs') => {
      const { conflicts } = results[group._id] ?? { conflicts: [] };
      const left = conflicts.filter((other) => other !== conflict);
      showFresh(groupWith(group, [conflict]));
      setDraft((now) => decided(now, [conflict], { [conflictKey(conflict)]: choice }));
      const message = left.length > 0 ? 'Decide the others too.' : '';
      tell(group._id, { message, conflicts: left, isDone: false });
    },
  };
}

const isOf = (group: FullGroup, memberId: string) =>
  group.fypGroupMembers.some(({ _id }) => _id === memberId);

export type MilestoneMarking = ReturnType<typeof useMilestoneMarks>;
