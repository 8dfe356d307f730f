import { Combobox, Group, TextInput, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { matchesSearch } from './matches-search.ts';

export type ListChoice = { value: string; label: string };

export const toChoices = (values: readonly string[]): ListChoice[] =>
  values.map((value) => ({ value, label: value }));

type ChoiceListProps = {
  label: string;
  options: readonly ListChoice[];
  value?: string | undefined;
  onChoose: (value: string) => void;
};

/** List of options below a text field that narrows them. Focuses the field when it appears. */
export function ChoiceList({ label, options, value, onChoose }: ChoiceListProps) {
  const [q, setQ] = useState('');
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ opened: true });
  const matching = options.filter((option) => matchesSearch(q, option.label));
  const { selectFirstOption } = combobox;
  // Without scrolling: the popover gets its place only afterwards, so the page would scroll to its top.
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (q !== '') selectFirstOption();
  }, [q, selectFirstOption]);
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <Combobox.EventsTarget withExpandedAttribute aria-expanded aria-controls={listId}>
        <TextInput
          ref={input}
          label={label}
          value={q}
          // Phones show no keyboard for a short list.
          inputMode={options.length > 10 ? 'search' : 'none'}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options
        id={listId}
        aria-label={label}
        mt="xs"
        mah="min(18rem, 50vh)"
        style={{ overflowY: 'auto' }}
      >
        {matching.map((option) => (
          <Combobox.Option
            key={option.value}
            value={option.value}
            active={option.value === value}
            aria-selected={option.value === value}
          >
            <Group gap="xs" justify="space-between" wrap="nowrap">
              <bdi className="breakable">{option.label}</bdi>
              {option.value === value && <IconCheck size={16} aria-hidden />}
            </Group>
          </Combobox.Option>
        ))}
        {matching.length === 0 && <Combobox.Empty>No matches</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}
