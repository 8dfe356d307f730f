import { useEffect, useState } from 'react';
import { createBrowserStore } from '#client/api/browser-store.ts';
import { Draft, emptyDraft } from './draft.ts';

const store = createBrowserStore('session', (stored) => Draft.safeParse(stored).data);

/**
 * Stores unsaved input in the browser tab, so that a reload restores it. `tidy` removes restored fields that have been
 * saved in the meantime.
 */
export function useDraft(key: string, tidy: (draft: Draft) => Draft) {
  const [draft, setDraft] = useState(() => tidy(store.read(key) ?? emptyDraft));
  useEffect(() => {
    const isEmpty = draft.cells.length === 0 && !draft.viva;
    if (isEmpty) store.remove(key);
    else store.write(key, draft);
  }, [key, draft]);
  return [draft, setDraft] as const;
}
