import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { SearchBox } from './search-box.tsx';

export type SearchFieldProps = {
  label: string;
  placeholder?: string;
  /** What is searched for now; kept in the address by the page. */
  value: string;
  onSearch: (value: string) => void;
  found?: string;
};

const pauseMs = 300;

/** A search box over a list that the server searches: it asks once one stops typing. */
export function SearchField({ value, onSearch, ...box }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    if (sent.current !== value) onSearch(sent.current);
  }, pauseMs);

  useEffect(() => {
    // Only what came from elsewhere, such as going back; what is typed here may be further by now.
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
