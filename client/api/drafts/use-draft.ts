import { useEffect, useMemo, useRef, useState } from 'react';
import { type DraftForm, type DraftNotice, DraftSync } from './draft-sync.ts';
import { openDrafts } from './open-drafts.ts';

/** Keeps the input of a form in the browser and on the server. Call `change` with each change of the input. */
export function useDraft<Value>({ key, storageKey, store, show }: DraftForm<Value>) {
  const [notice, setNotice] = useState<DraftNotice>({});
  const latestShow = useRef(show);
  useEffect(() => {
    latestShow.current = show;
  });
  const sync = useMemo(
    () =>
      new DraftSync(
        { key, storageKey, store, show: (value) => latestShow.current(value) },
        setNotice,
      ),
    [key, storageKey, store],
  );
  useEffect(() => {
    openDrafts.add(sync);
    void sync.open();
    const ending = new AbortController();
    const { signal } = ending;
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') sync.saveBeforeLeaving();
      else void sync.refresh();
    };
    document.addEventListener('visibilitychange', onVisibility, { signal });
    window.addEventListener('pagehide', () => sync.saveBeforeLeaving(), { signal });
    return () => {
      ending.abort();
      openDrafts.delete(sync);
      void sync.save();
    };
  }, [sync]);
  const actions = useMemo(
    () => ({
      change: (value: Value | undefined) => sync.change(value),
      discard: () => void sync.change(undefined),
      showNewer: () => sync.showNewer(),
      keepInput: () => sync.keepInput(),
    }),
    [sync],
  );
  return { notice, ...actions };
}

export type FormDraft<Value> = ReturnType<typeof useDraft<Value>>;
