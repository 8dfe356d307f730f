import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { ConnectionError } from '#client/api/connection/send.ts';
import { facultyEndpoints } from '#client/api/faculty-endpoints.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast, toastDurationMs } from '#client/api/toast.ts';
import {
  countUnsavedChanges,
  dropUnchangedFields,
  type MarksDraft,
} from '#client/marks/draft/draft.ts';
import { buildSaveMarksBody } from '#client/marks/draft/save-draft.ts';
import { useMarksRequest } from '#client/marks/draft/use-marks-request.ts';
import { findBoard } from '#contract/board.ts';
import type { FullGroup } from '#contract/groups.ts';
import { mailGroup } from '#contract/marks.ts';
import { type EditConflict, Problem } from '#contract/problem.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';

export type GroupSaveResult = {
  message: string;
  conflicts: readonly EditConflict[];
  isDone: boolean;
};

async function requestEmails(groupId: string): Promise<string> {
  try {
    const { queued } = await call(mailGroup, { params: { groupId } });
    if (queued === undefined) return 'Marks saved and email sent';
    const emails = queued === 1 ? '1 email is' : `${queued} emails are`;
    return `Saved. ${emails} on the way.`;
  } catch {
    return 'Saved. The emails are sent automatically within a few minutes.';
  }
}

export type ChangedGroup = { group: FullGroup; changes: MarksDraft };

export const listChangedGroups = (
  groups: readonly FullGroup[],
  draft: MarksDraft,
): ChangedGroup[] =>
  groups.flatMap((group) => {
    const changes = dropUnchangedFields(draft, group);
    return countUnsavedChanges(changes) > 0 ? [{ group, changes }] : [];
  });

const offlineText =
  'The server cannot be reached. Your changes are kept in this browser tab: save again when the connection is back.';

function formatSaved(saved: number, failed: number): string {
  const savedText = saved === 1 ? '1 group saved' : `${saved} groups saved`;
  return failed > 0 ? `${savedText}, ${failed} not: see their rows.` : `${savedText}.`;
}

type Saving = {
  part: SchemePart;
  onSaved: (group: FullGroup, changes: MarksDraft, fresh: FullGroup) => void;
  onStaleTotal: () => Promise<unknown>;
};

/** Saves the changed groups one after another and stores the result for each group. */
export function useSaveGroups({ part, onSaved, onStaleTotal }: Saving) {
  const [results, setResults] = useState<Readonly<Record<string, GroupSaveResult>>>({});
  const [isSaving, setIsSaving] = useState(false);
  const [status, setStatus] = useState('');
  const { send, interruption } = useMarksRequest();
  const tell = (groupId: string, result: GroupSaveResult) =>
    setResults((before) => ({ ...before, [groupId]: result }));
  const save = async (changed: readonly ChangedGroup[]) => {
    setIsSaving(true);
    setStatus('');
    let saved = 0;
    let failure: 'offline' | 'cancelled' | undefined;
    for (const { group, changes } of changed) {
      try {
        const { group: fresh } = await send(buildSaveMarksBody(group, part, changes));
        onSaved(group, changes, fresh);
        const message = await requestEmails(group._id);
        tell(group._id, { message, conflicts: [], isDone: true });
        saved += 1;
      } catch (error) {
        // Do not try the other groups, because each attempt would wait for its own timeout.
        if (error instanceof ConnectionError) failure = 'offline';
        if (isCancelled(error)) failure = 'cancelled';
        if (failure) break;
        const conflicts = (error instanceof Problem && error.details.conflicts) || [];
        const message = getErrorMessage(error, 'Failed to save marks');
        if (error instanceof Problem && error.code === 'stale-version') await onStaleTotal();
        tell(group._id, { message, conflicts, isDone: false });
      }
    }
    if (failure === undefined) setStatus(formatSaved(saved, changed.length - saved));
    if (failure === 'offline') {
      setStatus(offlineText);
      toast.error('Failed to save marks', toastDurationMs, offlineText);
    }
    if (failure !== 'offline') await invalidateEndpoints(findBoard, ...facultyEndpoints);
    setIsSaving(false);
  };
  return {
    results,
    isSaving,
    interruption,
    status: interruption?.message ?? status,
    tell,
    save,
    clearStatus: () => setStatus(''),
  };
}
