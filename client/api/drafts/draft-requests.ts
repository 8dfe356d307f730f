import { callInBackground } from '#client/api/connection/call.ts';
import type { SendOptions } from '#client/api/connection/send.ts';
import { buildQueryKey, queryClient } from '#client/api/queries.ts';
import { type DraftEntry, deleteDraft, getDraft, listDrafts, saveDraft } from '#contract/drafts.ts';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { CopyState } from './draft-store.ts';

/** Forms that open within this time share one request for the list of drafts. */
const listStaleTimeMs = 5000;
/** Longer input is sent without `keepalive`, which limits a body to 64 kB. */
const maxKeepaliveLength = 20_000;

const queryKey = buildQueryKey(listDrafts, {});

function updateList(key: string, entry?: DraftEntry) {
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
  queryClient.setQueryData<EndpointReply<typeof listDrafts>>(
    queryKey,
    (before) =>
      before && {
        drafts: [...before.drafts.filter((draft) => draft.key !== key), ...(entry ? [entry] : [])],
      },
    { updatedAt },
  );
}

export async function findDraftEntry(key: string): Promise<DraftEntry | undefined> {
  const { drafts } = await queryClient.fetchQuery({
    queryKey,
    queryFn: ({ signal }) => callInBackground(listDrafts, {}, { signal }),
    staleTime: listStaleTimeMs,
    retry: false,
  });
  return drafts.find((draft) => draft.key === key);
}

export async function readDraft(key: string) {
  const { draft } = await callInBackground(getDraft, { params: { key } });
  updateList(key, { key, savedAt: draft.savedAt, copyId: draft.copyId });
  return draft;
}

/** Returns the time of the stored draft. */
export async function storeDraft(
  key: string,
  { copyId, seenAt }: CopyState,
  value: string,
  { keepalive, ...options }: SendOptions = {},
): Promise<string> {
  const { savedAt } = await callInBackground(
    saveDraft,
    { params: { key }, body: { copyId, seenAt, value } },
    { ...options, keepalive: keepalive === true && value.length <= maxKeepaliveLength },
  );
  updateList(key, { key, savedAt, copyId });
  return savedAt;
}

export async function removeDraft(key: string, { copyId, seenAt }: CopyState): Promise<void> {
  await callInBackground(deleteDraft, { params: { key }, query: { copyId, seenAt } });
  updateList(key);
}
