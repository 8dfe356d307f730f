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
  /** How much was found: "3 users"; empty while nothing is searched for. */
  found?: string;
};

/** Filters as one types; what was found is shown below and announced. */
export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  onBlur,
  found = '',
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
      {/* Its line is there before its text is, so that nothing moves. */}
      <Text size="sm" c="dimmed" role="status" mih="1.25rem" lh="1.25rem">
        {found}
      </Text>
    </Stack>
  );
}
