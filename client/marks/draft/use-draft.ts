import { useEffect, useState } from 'react';
import { createDraftStore } from '#client/api/drafts/draft-store.ts';
import type { DraftForm } from '#client/api/drafts/draft-sync.ts';
import { useDraft } from '#client/api/drafts/use-draft.ts';
import { emptyMarksDraft, MarksDraft } from './draft.ts';

const store = createDraftStore('session', (stored) => MarksDraft.safeParse(stored).data);

type DraftKeys = Pick<DraftForm<MarksDraft>, 'key' | 'storageKey'>;

/** Keeps unsaved input as a draft. `tidy` removes restored fields that equal the saved values. */
export function useMarksDraft(keys: DraftKeys, tidy: (draft: MarksDraft) => MarksDraft) {
  const [draft, setDraft] = useState(() => tidy(store.read(keys.storageKey) ?? emptyMarksDraft));
  const copy = useDraft({
    ...keys,
    store,
    show: (stored) => setDraft(stored ? tidy(stored) : emptyMarksDraft),
  });
  const { change } = copy;
  useEffect(() => {
    const isEmpty = draft.cells.length === 0 && !draft.viva;
    change(isEmpty ? undefined : draft);
  }, [change, draft]);
  return { draft, setDraft, copy };
}
