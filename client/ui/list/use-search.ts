import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router';

/** Debounce delay of URL changes, whose rate browsers limit. */
const addressAfterMs = 250;

/** Stores a search in the URL (`?q=`), so that Back restores it. Pass `box` to `<SearchBox>`. */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const type = useNavigationType();
  const isLeaving = useNavigation().state !== 'idle';
  const [q, setQ] = useState(params.get('q') ?? '');

  // Back or a link may bring another search. Replace navigations come from this hook, so ignore them.
  const [seenKey, setSeenKey] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    if (type !== 'REPLACE') setQ(params.get('q') ?? '');
  }

  const write = useDebouncedCallback(
    (next: string) => {
      // Changing the URL would cancel the navigation that is in progress.
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
