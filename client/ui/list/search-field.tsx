import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SearchBox } from './search-box.tsx';

export type SearchFieldProps = {
  label: string;
  placeholder?: string;
  value: string;
  onSearch: (value: string) => void;
  found?: string;
};

const pauseMs = 300;

/** Search box for a list that is searched on the server. Debounces the input. */
export function SearchField({ value, onSearch, ...box }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    if (sent.current !== value) onSearch(sent.current);
  }, pauseMs);

  useEffect(() => {
    // Ignore the last value that this field itself passed to `onSearch`: the user may have typed more since then.
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  return (
    <SearchBox
      {...box}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        send(next);
      }}
    />
  );
}
