import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router';

/** Debounce of URL changes, which browsers limit. */
const addressAfterMs = 250;

/** Keeps a search in the URL (`?q=`), so that Back restores it. Pass `box` to `<SearchBox>`. */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const type = useNavigationType();
  const isLeaving = useNavigation().state !== 'idle';
  const [q, setQ] = useState(params.get('q') ?? '');

  // A push navigation may bring another search. Replace navigations come from this hook.
  const [seenKey, setSeenKey] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    if (type !== 'REPLACE') setQ(params.get('q') ?? '');
  }

  const write = useDebouncedCallback(
    (next: string) => {
      // A URL change would cancel the navigation that is in progress.
      if (isLeaving) return;
      setParams(
        (current) => {
          if (next.trim() === '') current.delete('q');
          else current.set('q', next);
          return current;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    { delay: addressAfterMs },
  );

  const search = (next: string) => {
    setQ(next);
    write(next);
  };
  return { q, search, box: { value: q, onChange: search, onBlur: () => write.flush() } };
}
