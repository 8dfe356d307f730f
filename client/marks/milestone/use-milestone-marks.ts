import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { useScheme } from '#client/api/cohort-content.ts';
import { messageOf } from '#client/api/problems.ts';
import { invalidate } from '#client/api/queries.ts';
import {
  changesOf,
  countOf,
  type Draft,
  emptyDraft,
  errorsOf,
  withCell,
} from '#client/marks/draft/draft.ts';
import {
  afterSave,
  bodyOf,
  conflictKey,
  decided,
  groupWith,
} from '#client/marks/draft/save-draft.ts';
import { findBoard } from '#contract/board.ts';
import { type FullGroup, listAssignedGroups } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { type Conflict, Problem } from '#contract/problem.ts';
import type { Milestone, Part } from '#contract/scheme.ts';

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

/** What is typed for a milestone of many groups, and its save, one group after the other. */
export function useMilestoneMarks(read: readonly FullGroup[], milestone: Milestone, part: Part) {
  const scheme = useScheme();
  const [draft, setDraft] = useState(emptyDraft);
  const [fresh, setFresh] = useState<Readonly<Record<string, FullGroup>>>({});
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [status, setStatus] = useState('');
  // What a save replied is newer than the list that was read.
  const groups = read.map((group) => {
    const saved = fresh[group._id];
    return saved && saved.version >= group.version ? saved : group;
  });
  const changesIn = (group: FullGroup, from: Draft) => changesOf(from, group);
  const count = groups.reduce((sum, group) => sum + countOf(changesIn(group, draft)), 0);
  const hasErrors = groups.some((group) =>
    changesIn(group, draft).cells.some((cell) => {
      const { marks, feedback } = errorsOf(scheme, cell);
      return marks !== undefined || feedback !== undefined;
    }),
  );
  const tell = (groupId: string, result: Result) =>
    setResults((before) => ({ ...before, [groupId]: result }));

  const save = async () => {
    setIsSaving(true);
    setStatus('');
    let failed = 0;
    let saved = 0;
    for (const group of groups) {
      const changes = changesIn(group, draft);
      if (countOf(changes) === 0) continue;
      try {
        const { fresh: after, message } = await saveOne(group, part, changes);
        setFresh((before) => ({ ...before, [group._id]: after }));
        setDraft((now) => {
          const others = now.cells.filter((cell) => !isOf(group, cell.memberId));
          const own = now.cells.filter((cell) => isOf(group, cell.memberId));
          return { cells: [...others, ...afterSave({ cells: own }, changes, after).cells] };
        });
        tell(group._id, { message, conflicts: [], isDone: true });
        saved += 1;
      } catch (error) {
        failed += 1;
        const conflicts = (error instanceof Problem && error.details.conflicts) || [];
        const message = messageOf(error, 'Failed to save marks');
        tell(group._id, { message, conflicts, isDone: false });
      }
    }
    await invalidate(listAssignedGroups, findBoard);
    const said = saved === 1 ? '1 group saved' : `${saved} groups saved`;
    setStatus(failed > 0 ? `${said}, ${failed} not: see their rows.` : `${said}.`);
    setIsSaving(false);
  };

  return {
    ...{ groups, draft, results, count, hasErrors, isSaving, status },
    save: () => void save(),
    type: (group: FullGroup, memberId: string, typed: { marks?: string; feedback?: string }) =>
      setDraft((now) => withCell(now, group, { memberId, milestone: milestone.key }, typed)),
    /** Mine is saved over theirs by the next save; theirs takes mine away. */
    decide: (group: FullGroup, conflict: Conflict, choice: 'mine' | 'theirs') => {
      const { conflicts } = results[group._id] ?? { conflicts: [] };
      const left = conflicts.filter((other) => other !== conflict);
      setFresh((before) => ({ ...before, [group._id]: groupWith(group, [conflict]) }));
      setDraft((now) => decided(now, [conflict], { [conflictKey(conflict)]: choice }));
      const message = left.length > 0 ? 'Decide the others too.' : '';
      tell(group._id, { message, conflicts: left, isDone: false });
    },
  };
}

const isOf = (group: FullGroup, memberId: string) =>
  group.fypGroupMembers.some(({ _id }) => _id === memberId);

export type MilestoneMarking = ReturnType<typeof useMilestoneMarks>;
