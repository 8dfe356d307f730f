import { useState } from 'react';
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
import { listGroupsToMark, type saveMarks } from '#contract/marks.ts';
import type { EditConflict } from '#contract/problem.ts';
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
  type ConflictResolution,
  rebaseDraft,
} from './save-draft.ts';
import {
  emailsFollow,
  type RequestedEmails,
  type SaveFailure,
  savedAndSent,
  saveGroup,
} from './save-group.ts';
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

/** Says what became of the emails. If there was nothing to save or send, offers to send the last emails again. */
function describeEmails(
  { changed, group }: EndpointReply<typeof saveMarks>,
  emails: RequestedEmails,
  part: SchemePart,
  watch: ReturnType<typeof useEmailDelivery>['watch'],
  askAgain: () => void,
): Outcome {
  if (!emails) {
    toast.warning('Marks saved, but the emails are delayed.', 2 * toastDurationMs, emailsFollow);
    return { text: `Marks saved. ${emailsFollow}` };
  }
  const { queued, emailIds = [], message = '' } = emails;
  if (queued === undefined) {
    toast.success(savedAndSent);
    return { text: savedAndSent };
  }
  if (queued > 0) {
    watch(emailIds, true);
    return 'delivery';
  }
  if (changed !== 0) {
    toast.success('Marks saved', toastDurationMs, message);
    return { text: `Marks saved. ${message}` };
  }
  if (group.fypGroupMembers.some((member) => hasMarks(group, member, part))) askAgain();
  else toast.info('Nothing to save: no marks have changed.');
  return { text: 'Nothing to save.' };
}

const offlineMessage = 'Couldn’t reach the server. Your changes are kept.';

function useGroupSave({ group, part, setDraft }: Omit<Saving, 'draft'>) {
  const [conflicts, setConflicts] = useState<readonly EditConflict[]>([]);
  const [outcome, setOutcome] = useState<Outcome>({ text: '' });
  const [failure, setFailure] = useState<Failure>({});
  const [isAskingAgain, setIsAskingAgain] = useState(false);
  const delivery = useEmailDelivery(group._id);

  const { send, interruption } = useMarksRequest();
  const [isSaving, setIsSaving] = useState(false);
  const save = async (changes: MarksDraft) => {
    setOutcome({ text: '' });
    setFailure({});
    setIsSaving(true);
    const onSaved = async ({ group: fresh }: EndpointReply<typeof saveMarks>) => {
      await showGroup(fresh);
      setDraft((now) => rebaseDraft(now, changes, fresh));
      setConflicts([]);
    };
    const saved = await saveGroup({ send, part, group, changes, offlineMessage, onSaved });
    setIsSaving(false);
    if (saved.failure) showFailure(saved.failure);
    else
      setOutcome(
        describeEmails(saved.reply, saved.emails, part, delivery.watch, () =>
          setIsAskingAgain(true),
        ),
      );
  };
  const showFailure = ({ conflicts, message, vivaDateError, isStale, stopped }: SaveFailure) => {
    if (stopped === 'cancelled') return;
    setConflicts(conflicts);
    if (conflicts.length > 0) return;
    if (isStale) {
      setDraft(dropDraftTotals);
      void invalidateEndpoints(...markingSchemeEndpoints);
    }
    // The toast closes automatically, so also show the reason beside the button.
    setFailure({ reason: message, vivaDate: vivaDateError });
    toast.error('Failed to save marks', toastDurationMs, message);
  };

  return {
    ...{ save, isSaving, interruption, delivery, conflicts, setConflicts },
    ...{ outcome, setOutcome, failure, setFailure, isAskingAgain, setIsAskingAgain },
  };
}

/** Saves a draft and requests the emails. On a conflict, asks which value to keep for each cell. */
export function useSaveMarks({ draft, ...saving }: Saving) {
  const { group, setDraft } = saving;
  const { save, conflicts, setConflicts, delivery, ...state } = useGroupSave(saving);
  const { outcome, setOutcome, failure, setFailure } = state;
  return {
    isSaving: state.isSaving,
    outcome: outcome === 'delivery' ? delivery.text : outcome.text,
    outcomeDetail: outcome === 'delivery' ? delivery.detail : undefined,
    clearOutcome: () => setOutcome({ text: '' }),
    clearFailure: () => setFailure({}),
    interruption: state.interruption,
    failure: failure.reason,
    vivaDateError: failure.vivaDate,
    clearVivaDateError: () => setFailure(({ reason }) => ({ reason })),
    delivery,
    isAskingAgain: state.isAskingAgain,
    closeAgain: () => state.setIsAskingAgain(false),
    watchAgain: (emailIds: readonly string[]) => {
      state.setIsAskingAgain(false);
      delivery.watch(emailIds, false);
      setOutcome('delivery');
    },
    save: (changes: MarksDraft) => void save(changes),
    conflicts,
    postpone: () => setConflicts([]),
    decide: async (choices: Readonly<Record<string, ConflictResolution>>) => {
      const fresh = applyNewerSavedValues(group, conflicts);
      const resolvedDraft = applyConflictChoices(draft, conflicts, choices);
      const changes = dropUnchangedFields(resolvedDraft, fresh);
      await showGroup(fresh);
      setDraft(resolvedDraft);
      if (countUnsavedChanges(changes) > 0) {
        void save(changes);
        return;
      }
      setConflicts([]);
      setOutcome({ text: 'Saved values kept. There are no changes left to save.' });
    },
  };
}
