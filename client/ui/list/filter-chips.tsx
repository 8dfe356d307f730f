import { Button, Group, Popover, Stack } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { ChoiceList, type ListChoice, toChoices } from './choice-list.tsx';
import classes from './list.module.css';

export type ListFilter = {
  label: string;
  /** Undefined if the filter is not set. */
  value: string | undefined;
  onChange: (to: string | null) => void;
} & (
  | { options: readonly ListChoice[] }
  | { field: ReactNode; format: (value: string) => string | undefined }
);

/** Returns undefined for a value that is no option: the list shows it as an unknown filter. */
function formatValue(filter: ListFilter): string | undefined {
  const value = filter.value?.toLowerCase();
  if (value === undefined) return undefined;
  if ('format' in filter) return filter.format(value);
  return filter.options.find((option) => option.value.toLowerCase() === value)?.label;
}

/** The filters that are set, each with buttons to change and to remove it, and a button that adds a filter. */
export const FilterChips = ({ filters }: { filters: readonly ListFilter[] }) => (
  <Group gap="xs" role="group" aria-label="Filters" className={classes.chips}>
    {filters.map((filter) => (
      <FilterChip key={filter.label} filter={filter} />
    ))}
    <AddFilter filters={filters} />
  </Group>
);

function FilterChip({ filter }: { filter: ListFilter }) {
  const [isOpen, setIsOpen] = useState(false);
  const { label, onChange } = filter;
  const text = formatValue(filter);
  if (text === undefined) return null;
  return (
    <Button.Group className={classes.chip}>
      <FilterPopover
        isOpen={isOpen}
        setIsOpen={setIsOpen}
        button={
          <Button variant="default" radius="xl" pe="xs" onClick={() => setIsOpen(!isOpen)}>
            {label}: <bdi>{text}</bdi>
          </Button>
        }
      >
        <FilterValues filter={filter} onDone={() => setIsOpen(false)} />
      </FilterPopover>
      <Button
        variant="default"
        radius="xl"
        px="xs"
        aria-label={`Clear ${label.toLowerCase()}`}
        onClick={() => onChange(null)}
      >
        <IconX size={14} aria-hidden display="block" />
      </Button>
    </Button.Group>
  );
}

/** Offers the names of the filters that are not set, then the values of the chosen filter. */
function AddFilter({ filters }: { filters: readonly ListFilter[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const [label, setLabel] = useState<string>();
  const unset = filters.filter(({ value }) => value === undefined);
  const filter = filters.find((each) => each.label === label);
  // Stay open for a date, which sets the last filter while the user still types.
  if (unset.length === 0 && !isOpen) return null;
  return (
    <FilterPopover
      isOpen={isOpen}
      setIsOpen={setIsOpen}
      button={
        <Button
          variant="default"
          radius="xl"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setLabel(undefined);
            setIsOpen(!isOpen);
          }}
        >
          Filter
        </Button>
      }
    >
      {filter ? (
        <FilterValues key={filter.label} filter={filter} onDone={() => setIsOpen(false)} />
      ) : (
        <ChoiceList
          label="Filter by"
          options={toChoices(unset.map((each) => each.label))}
          onChoose={setLabel}
        />
      )}
    </FilterPopover>
  );
}

type FilterPopoverProps = {
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  button: ReactElement;
  children: ReactNode;
};

const FilterPopover = ({ isOpen, setIsOpen, button, children }: FilterPopoverProps) => (
  <Popover
    opened={isOpen}
    onChange={setIsOpen}
    width="17rem"
    position="bottom-start"
    trapFocus
    returnFocus
  >
    <Popover.Target>{button}</Popover.Target>
    <Popover.Dropdown p="xs" maw="calc(100vw - 1rem)">
      {children}
    </Popover.Dropdown>
  </Popover>
);

function FilterValues({ filter, onDone }: { filter: ListFilter; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  // The popover's focus trap has run before, for the names of the filters.
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), []);
  if ('options' in filter) {
    const { label, value, options, onChange } = filter;
    return (
      <ChoiceList
        label={label}
        options={options}
        value={value}
        onChoose={(to) => {
          onChange(to);
          onDone();
        }}
      />
    );
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <Stack gap="xs">
        {filter.field}
        <Button type="submit">Done</Button>
      </Stack>
    </form>
  );
}
