import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api/connection/call.ts';
import { getErrorMessage, isCancelled } from '#client/api/problems.ts';
import {
  buildQueryKey,
  buildQueryOptions,
  invalidateEndpoints,
  queryClient,
} from '#client/api/queries.ts';
import { markingSchemeEndpoints } from '#client/api/scheme-endpoints.ts';
import { toast, toastDurationMs } from '#client/api/toast.ts';
import { hasMarks } from '#client/marks/delivery/has-marks.ts';
import { useEmailDelivery } from '#client/marks/delivery/use-delivery.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import { type FullGroup, getGroup, listAssignedGroups, readGroup } from '#contract/groups.ts';
import { listGroupsToMark, mailGroup, type saveMarks } from '#contract/marks.ts';
import { type EditConflict, Problem } from '#contract/problem.ts';
import type { SchemePart } from '#contract/rules/scheme.ts';
import {
  countUnsavedChanges,
  dropDraftTotals,
  dropUnchangedFields,
  type MarksDraft,
} from './draft.ts';
import {
  applyConflictChoices,
  applyNewerSavedValues,
  buildSaveMarksBody,
  type ConflictResolution,
  rebaseDraft,
} from './save-draft.ts';
import { useMarksRequest } from './use-marks-request.ts';

/** Updates a group in the query cache. Cancels pending requests for the group, whose replies might be outdated. */
async function showGroup(fresh: FullGroup) {
  const lists = { queryKey: buildQueryKey(listAssignedGroups) };
  const byId = buildQueryOptions(readGroup, { params: { groupId: fresh._id } }).queryKey;
  const byName = buildQueryOptions(getGroup, { params: { name: fresh.fypGroupName } }).queryKey;
  await Promise.all([
    queryClient.cancelQueries(lists),
    queryClient.cancelQueries({ queryKey: byId }),
    queryClient.cancelQueries({ queryKey: byName }),
  ]);
  // The query key in `lists` names no cohort, so that it matches the cached lists of all cohorts.
  queryClient.setQueriesData<EndpointReply<typeof listAssignedGroups>>(
    lists,
    (before) =>
      before && {
        allGroups: before.allGroups.map((group) => (group._id === fresh._id ? fresh : group)),
      },
  );
  queryClient.setQueryData(byId, (before) => before && { group: fresh });
  queryClient.setQueryData(byName, (before) => before && { ...before, group: fresh });
  void invalidateEndpoints(listGroupsToMark);
}

type Saving = {
  group: FullGroup;
  part: SchemePart;
  draft: MarksDraft;
  setDraft: (change: MarksDraft | ((draft: MarksDraft) => MarksDraft)) => void;
};

/** Result of the last save: a message, or "delivery" to show the state of the queued emails. */
type Outcome = { text: string } | 'delivery';

/** Reason why the last save failed, and the error of the viva's date. */
type Failure = { reason?: string | undefined; vivaDate?: string | undefined };

const findVivaDateError = (error: unknown) =>
  error instanceof Problem ? error.details.fields?.vivaDate : undefined;

/** Shown if the reply does not tell how many emails were queued (spec 8). */
const savedAndSent = 'Marks saved and email sent';

/** Requests the emails. If no mark has changed and no email was queued, offers to send the last emails again. */
async function requestEmails(
  { changed, group }: EndpointReply<typeof saveMarks>,
  part: SchemePart,
  watch: ReturnType<typeof useEmailDelivery>['watch'],
  askAgain: () => void,
): Promise<Outcome> {
  let noEmails: string;
  try {
    const { queued, emailIds, message } = await call(mailGroup, { params: { groupId: group._id } });
    if (queued > 0) {
      watch(emailIds, true);
      return 'delivery';
    }
    if (queued === undefined) {
      toast.success(savedAndSent);
      return { text: savedAndSent };
    }
    noEmails = message;
  } catch {
    const later = 'The emails are sent automatically within a few minutes.';
    toast.warning(
      'Marks are saved, but the email could not be requested.',
      2 * toastDurationMs,
      later,
    );
    return { text: `Marks saved. ${later}` };
  }
  if (changed !== 0) {
    toast.success('Marks saved', toastDurationMs, noEmails);
    return { text: `Marks saved. ${noEmails}` };
  }
  if (group.fypGroupMembers.some((member) => hasMarks(group, member, part))) {
    askAgain();
  } else {
    toast.info('Nothing to save: no mark has changed.');
  }
  return { text: 'Nothing to save.' };
}

const offlineMessage = 'The server cannot be reached. Your changes are kept.';

/** Saves a draft and requests the emails. On a conflict, asks which value to keep for each cell. */
export function useSaveMarks({ group, part, draft, setDraft }: Saving) {
  const [conflicts, setConflicts] = useState<EditConflict[]>([]);
  const [outcome, setOutcome] = useState<Outcome>({ text: '' });
  const [failure, setFailure] = useState<Failure>({});
  const [isAskingAgain, setIsAskingAgain] = useState(false);
  const delivery = useEmailDelivery(group._id);

  const { send, interruption } = useMarksRequest();
  const saving = useMutation({
    mutationFn: async (sent: MarksDraft) => {
      setOutcome({ text: '' });
      setFailure({});
      const reply = await send(buildSaveMarksBody(group, part, sent));
      await showGroup(reply.group);
      setDraft((now) => rebaseDraft(now, sent, reply.group));
      setConflicts([]);
      setOutcome(await requestEmails(reply, part, delivery.watch, () => setIsAskingAgain(true)));
    },
    onError: (error) => {
      if (isCancelled(error)) return;
      const newConflicts = (error instanceof Problem && error.details.conflicts) || [];
      setConflicts(newConflicts);
      if (newConflicts.length > 0) return;
      if (error instanceof Problem && error.code === 'stale-version') {
        setDraft(dropDraftTotals);
        void invalidateEndpoints(...markingSchemeEndpoints);
      }
      const reason = getErrorMessage(error, '', offlineMessage);
      // The toast closes automatically, so also show the reason beside the button.
      setFailure({ reason, vivaDate: findVivaDateError(error) });
      toast.error('Failed to save marks', toastDurationMs, reason);
    },
  });

  return {
    isSaving: saving.isPending,
    outcome: outcome === 'delivery' ? delivery.text : outcome.text,
    outcomeDetail: outcome === 'delivery' ? delivery.detail : undefined,
    clearOutcome: () => setOutcome({ text: '' }),
    clearFailure: () => setFailure({}),
    interruption,
    failure: failure.reason,
    vivaDateError: failure.vivaDate,
    clearVivaDateError: () => setFailure(({ reason }) => ({ reason })),
    delivery,
    isAskingAgain,
    closeAgain: () => setIsAskingAgain(false),
    watchAgain: (emailIds: readonly string[]) => {
      setIsAskingAgain(false);
      delivery.watch(emailIds, false);
      setOutcome('delivery');
    },
    save: (changes: MarksDraft) => saving.mutate(changes),
    conflicts,
    postpone: () => setConflicts([]),
    decide: async (choices: Readonly<Record<string, ConflictResolution>>) => {
      const fresh = applyNewerSavedValues(group, conflicts);
      const resolvedDraft = applyConflictChoices(draft, conflicts, choices);
      const changes = dropUnchangedFields(resolvedDraft, fresh);
      await showGroup(fresh);
      setDraft(resolvedDraft);
      if (countUnsavedChanges(changes) > 0) {
        saving.mutate(changes);
        return;
      }
      setConflicts([]);
      setOutcome({ text: 'The saved values are kept. There was nothing left to save.' });
    },
  };
}
