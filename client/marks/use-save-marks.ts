import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api/call.ts';
import { isCancelled, messageOf } from '#client/api/problems.ts';
import { query, queryClient } from '#client/api/queries.ts';
import { toast, toastMs } from '#client/ui/toast.ts';
import { type FullGroup, listAssignedGroups } from '#contract/groups.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import type { Semester } from '#contract/milestones.ts';
import { type Conflict, Problem } from '#contract/problem.ts';
import { changesOf, countOf, type Draft } from './draft.ts';
import { afterSave, bodyOf, type Choice, decided, groupWith } from './save-draft.ts';

/** Puts a group as it is now among those that were read; a list that is on its way would be older. */
async function showGroup(fresh: FullGroup) {
  const { queryKey } = query(listAssignedGroups);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (before) =>
      before && {
        allGroups: before.allGroups.map((group) => (group._id === fresh._id ? fresh : group)),
      },
  );
}

const lettersInWords = (queued: number) =>
  queued === 1 ? '1 letter is on the way.' : `${queued} letters are on the way.`;

/** Asks for the letters and tells how it went; gives the words that stay below the form. */
async function mailAndTell(groupId: string, changed: number): Promise<string> {
  try {
    const { queued } = await call(mailGroup, { params: { groupId } });
    if (changed + queued === 0) {
      toast.info('Nothing to save: no mark has changed, and every member has been told.');
      return 'Nothing to save.';
    }
    const letters = queued === 0 ? 'Every member has been told already.' : lettersInWords(queued);
    toast.success('Marks saved and email sent', toastMs, letters);
    return `Marks saved. ${letters}`;
  } catch {
    const later = 'The letters will follow by themselves within a few minutes.';
    toast.warning('Marks are saved, but the e-mail could not be asked for.', 2 * toastMs, later);
    return `Marks saved. ${later}`;
  }
}

type Saving = {
  group: FullGroup;
  semester: Semester;
  draft: Draft;
  setDraft: (change: Draft | ((draft: Draft) => Draft)) => void;
};

/** Saves a draft, then has the group mailed; a save that met somebody else's work asks, cell by cell. */
export function useSaveMarks({ group, semester, draft, setDraft }: Saving) {
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [outcome, setOutcome] = useState('');

  const saving = useMutation({
    mutationFn: async (sent: Draft) => {
      setOutcome('');
      const reply = await call(saveMarks, { body: bodyOf(group, semester, sent) });
      await showGroup(reply.group);
      setDraft((now) => afterSave(now, sent, reply.group));
      setConflicts([]);
      setOutcome(await mailAndTell(group._id, reply.changed));
    },
    onError: (error) => {
      if (isCancelled(error)) return;
      if (error instanceof Problem && error.details.conflicts?.length) {
        setConflicts(error.details.conflicts);
        return;
      }
      setConflicts([]);
      const why = messageOf(error, '', 'The server cannot be reached. What you typed is kept.');
      toast.error('Failed to save marks', toastMs, why);
    },
  });

  return {
    isSaving: saving.isPending,
    /** What the last save led to, until something is typed again. */
    outcome,
    forgetOutcome: () => setOutcome(''),
    save: (changes: Draft) => saving.mutate(changes),
    conflicts,
    postpone: () => setConflicts([]),
    decide: async (choices: Readonly<Record<string, Choice>>) => {
      const fresh = groupWith(group, conflicts);
      const kept = decided(draft, conflicts, choices);
      const changes = changesOf(kept, fresh);
      await showGroup(fresh);
      setDraft(kept);
      if (countOf(changes) > 0) {
        saving.mutate(changes);
        return;
      }
      setConflicts([]);
      setOutcome('The others’ values stand; nothing of yours was left to save.');
    },
  };
}
