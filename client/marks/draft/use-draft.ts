import { useEffect, useState } from 'react';
import { browserStore } from '#client/api/browser-store.ts';
import type { FullGroup } from '#contract/groups.ts';
import { changesOf, Draft, emptyDraft } from './draft.ts';

const store = browserStore('session', (stored) => Draft.safeParse(stored).data);

/** What is typed and not saved. It is also kept in this browser tab, so that a reload brings it back. */
export function useDraft(key: string, group: FullGroup) {
  const [draft, setDraft] = useState(() => changesOf(store.read(key) ?? emptyDraft, group));
  useEffect(() => {
    const isEmpty = draft.cells.length === 0 && !draft.viva;
    if (isEmpty) store.remove(key);
    else store.write(key, draft);
  }, [key, draft]);
  return [draft, setDraft] as const;
}
