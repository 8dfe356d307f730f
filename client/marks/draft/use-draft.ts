import { useEffect, useState } from 'react';
import { createBrowserStore } from '#client/api/session/browser-store.ts';
import { emptyMarksDraft, MarksDraft } from './draft.ts';

const store = createBrowserStore('session', (stored) => MarksDraft.safeParse(stored).data);

/** Keeps unsaved input in the session storage. `tidy` removes restored fields that equal the saved values. */
export function useMarksDraft(key: string, tidy: (draft: MarksDraft) => MarksDraft) {
  const [draft, setDraft] = useState(() => tidy(store.read(key) ?? emptyMarksDraft));
  useEffect(() => {
    const isEmpty = draft.cells.length === 0 && !draft.viva;
    if (isEmpty) store.remove(key);
    else store.write(key, draft);
  }, [key, draft]);
  return [draft, setDraft] as const;
}
