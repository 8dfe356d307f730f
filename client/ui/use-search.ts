import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

/** Browsers refuse a page that rewrites its address at every key. */
const addressAfterMs = 250;

/** The words that are looked for, kept in the address (`?q=`), so that going back finds them again. */
export function useSearch(): [words: string, search: (words: string) => void] {
  const [params, setParams] = useSearchParams();
  const { key } = useLocation();
  const navigation = useNavigationType();
  const [words, setWords] = useState(params.get('q') ?? '');

  // A link or the Back button may bring other words; a replacing navigation is this hook's own.
  const [seenKey, setSeenKey] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    if (navigation !== 'REPLACE') setWords(params.get('q') ?? '');
  }

  const write = useDebouncedCallback((next: string) => {
    setParams(
      (current) => {
        if (next.trim() === '') current.delete('q');
        else current.set('q', next);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  }, addressAfterMs);

  const search = (next: string) => {
    setWords(next);
    write(next);
  };
  return [words, search];
}
