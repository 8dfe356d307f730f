import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useNavigation, useNavigationType, useSearchParams } from 'react-router';

/** Browsers refuse a page that rewrites its address at every key. */
const addressAfterMs = 250;

/**
 * What is searched for, kept in the address (`?q=`), so that going back finds them again.
 * `box` is for the search box: `<SearchBox {...search.box} />`.
 */
export function useSearch() {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const type = useNavigationType();
  const isLeaving = useNavigation().state !== 'idle';
  const [q, setQ] = useState(params.get('q') ?? '');

  // A link or the Back button may bring another search; a replacing navigation is this hook's own.
  const [seenKey, setSeenKey] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    if (type !== 'REPLACE') setQ(params.get('q') ?? '');
  }

  const write = useDebouncedCallback(
    (next: string) => {
      // It would call back the navigation that is under way.
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
