import { useEffect, useState } from 'react';
import type { FullGroup } from '#contract/groups.ts';
import { changesOf, Draft, emptyDraft } from './draft.ts';

function read(key: string): Draft {
  try {
    const draft = Draft.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'));
    return draft.success ? draft.data : emptyDraft;
  } catch {
    // A storage that is closed or garbled keeps nothing; the form works without it.
    return emptyDraft;
  }
}

function write(key: string, draft: Draft) {
  try {
    const isEmpty = draft.cells.length === 0 && !draft.viva;
    if (isEmpty) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // See above.
  }
}

/** What is typed and not saved. It lives in this browser tab's storage too, so that a reload brings it back. */
export function useDraft(key: string, group: FullGroup) {
  const [draft, setDraft] = useState(() => changesOf(read(key), group));
  useEffect(() => write(key, draft), [key, draft]);
  return [draft, setDraft] as const;
}
