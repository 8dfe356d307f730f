import { CloseButton, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import classes from './search-box.module.css';

type SearchBoxProps = {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (q: string) => void;
  onBlur?: () => void;
  /** Text with the number of results, such as "3 users". Empty if there is no search. */
  found?: string;
};

export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  onBlur,
  found: countText = '',
}: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Stack gap={4} maw="28rem" className={classes.box}>
      <TextInput
        ref={input}
        type="search"
        label={label}
        placeholder={placeholder}
        value={value}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          value !== '' && (
            <CloseButton
              aria-label="Clear search"
              onClick={() => {
                onChange('');
                input.current?.focus();
              }}
            />
          )
        }
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      {/* Reserve one line, so that the layout does not shift when the number of results appears. */}
      <Text size="sm" c="dimmed" role="status" mih="1.25rem" lh="1.25rem">
        {countText}
      </Text>
    </Stack>
  );
}
