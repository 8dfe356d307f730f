import { useState } from 'react';
import { facultyEndpoints } from '#client/api/faculty-endpoints.ts';
import { invalidateEndpoints } from '#client/api/queries.ts';
import { toast, toastDurationMs } from '#client/api/toast.ts';
import {
  countUnsavedChanges,
  dropUnchangedFields,
  type MarksDraft,
} from '#client/marks/draft/draft.ts';
import {
  emailsFollow,
  type RequestedEmails,
  type SaveFailure,
  savedAndSent,
  saveGroup,
} from '#client/marks/draft/save-group.ts';
import { useMarksRequest } from '#client/marks/draft/use-marks-request.ts';
import { findBoard } from '#contract/board.ts';
import type { FullGroup } from '#contract/groups.ts';
import type { EditConflict } from '#contract/problem.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';

export type GroupSaveResult = {
  message: string;
  conflicts: readonly EditConflict[];
  isDone: boolean;
};

function describeEmails(emails: RequestedEmails): string {
  if (!emails) return `Saved. ${emailsFollow}`;
  if (emails.queued === undefined) return savedAndSent;
  return `Saved. ${emails.queued === 1 ? '1 email is' : `${emails.queued} emails are`} on the way.`;
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
  'Couldn’t reach the server. Your changes are kept in this browser tab. Save again when you’re back online.';

function formatSaved(saved: number, failed: number): string {
  const savedText = saved === 1 ? '1 group saved' : `${saved} groups saved`;
  return failed > 0
    ? `${savedText}, ${failed} not saved. See the messages in the table.`
    : `${savedText}.`;
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
    let failure: SaveFailure['stopped'];
    for (const { group, changes } of changed) {
      const result = await saveGroup({
        ...{ send, part, group, changes, offlineMessage: offlineText },
        onSaved: ({ group: fresh }) => onSaved(group, changes, fresh),
      });
      if (!result.failure) {
        tell(group._id, { message: describeEmails(result.emails), conflicts: [], isDone: true });
        saved += 1;
        continue;
      }
      const { message, conflicts, isStale, stopped } = result.failure;
      // Do not try the other groups, because each attempt would wait for its own timeout.
      failure = stopped;
      if (failure) break;
      if (isStale) await onStaleTotal();
      tell(group._id, { message: message || 'Failed to save marks', conflicts, isDone: false });
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
    /** Conflicts of all groups, which the user has not decided yet. */
    conflicts: Object.values(results).flatMap(({ conflicts }) => conflicts),
    /** Closes the conflicts. Their messages stay until the next save, unless the user has decided. */
    closeConflicts: ({ areDecided }: { areDecided: boolean }) =>
      setResults((before) =>
        Object.fromEntries(
          Object.entries(before).flatMap(([id, result]) => {
            if (result.conflicts.length === 0) return [[id, result]];
            return areDecided ? [] : [[id, { ...result, conflicts: [] }]];
          }),
        ),
      ),
    save,
    clearStatus: () => setStatus(''),
  };
}
