import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router';

/** Debounce delay of URL updates in ms. Browsers limit how often a page may change its URL. */
const addressAfterMs = 250;

/** Stores a search in the URL (`?q=`), so that the Back button restores it. Pass `box` to `<SearchBox>`. */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const type = useNavigationType();
  const isLeaving = useNavigation().state !== 'idle';
  const [q, setQ] = useState(params.get('q') ?? '');

  // Read the search from the URL after each navigation, except for this hook's own `REPLACE` navigations.
  const [seenKey, setSeenKey] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    if (type !== 'REPLACE') setQ(params.get('q') ?? '');
  }

  const write = useDebouncedCallback(
    (next: string) => {
      // Do not change the URL during a navigation, because that would cancel the navigation.
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
