import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

type SearchFieldProps = {
  label: string;
  placeholder?: string;
  /** What is searched for now; kept in the address by the page. */
  value: string;
  onSearch: (value: string) => void;
};

const pauseMs = 300;

/** Searches once one stops typing, or at once with Enter. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  const send = (words: string) => {
    const trimmed = words.trim();
    if (trimmed === sent.current) return;
    sent.current = trimmed;
    onSearch(trimmed);
  };
  const sendLater = useDebouncedCallback(send, pauseMs);

  useEffect(() => {
    // Only what came from elsewhere, such as going back; the own words may be further by now.
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  const type = (words: string) => {
    setTyped(words);
    sendLater(words);
  };
  return (
    <TextInput
      ref={field}
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder ?? label}
      maxLength={200}
      autoComplete="off"
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && sendLater.flush()}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton
            size="sm"
            aria-label="Clear search"
            onClick={() => {
              setTyped('');
              sendLater.cancel();
              send('');
              field.current?.focus();
            }}
          />
        )
      }
    />
  );
}
