import { Button, Group, Input, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListField } from './fields.ts';
import { getValueAtPath, useSettingFormContext } from './form-context.ts';
import { ListEntry, type RenderFields } from './list-entry.tsx';
import { createEmptyListEntry, getItemTitle } from './values.ts';

type ListInputProps = {
  field: ListField;
  path: string;
  isNew: boolean;
  renderFields: RenderFields;
};
type Entry = { key: string; isNew: boolean };

/** Manages a stable key for each entry, so that moved entries stay expanded and keep their input. */
function useEntries(count: number, isNewList: boolean) {
  const [entries, setEntries] = useState<Entry[]>(() =>
    Array.from({ length: count }, (_, index) => ({ key: `stood-${index}`, isNew: isNewList })),
  );
  const next = useRef(0);
  return {
    entries,
    add: () => {
      const key = `added-${next.current}`;
      next.current += 1;
      setEntries([...entries, { key, isNew: true }]);
      return key;
    },
    remove: (index: number) => setEntries(entries.toSpliced(index, 1)),
    move: (from: number, to: number) => {
      const [moved] = entries.slice(from, from + 1);
      if (moved) setEntries(entries.toSpliced(from, 1).toSpliced(to, 0, moved));
    },
  };
}

/** Tracks which list items are expanded. Also expands items with errors whenever the form's errors change. */
function useOpened(path: string, entries: readonly Entry[]) {
  const { errors } = useSettingFormContext().form;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<unknown>();
  if (seen !== errors) {
    setSeen(errors);
    const wrong = entries
      .filter((_, index) => Object.keys(errors).some((key) => key.startsWith(`${path}.${index}.`)))
      .map(({ key }) => key);
    if (wrong.some((key) => !opened.has(key))) setOpened(new Set([...opened, ...wrong]));
  }
  return {
    opened,
    open: (key: string) => setOpened(new Set([...opened, key])),
    toggle: (key: string) =>
      setOpened(
        new Set(opened.has(key) ? [...opened].filter((other) => other !== key) : [...opened, key]),
      ),
  };
}

function useListEdits({ field, path, isNew }: ListInputProps, values: readonly unknown[]) {
  const { form } = useSettingFormContext();
  const { entries, ...change } = useEntries(values.length, isNew);
  const { opened, open, toggle } = useOpened(path, entries);
  const [announcement, setAnnouncement] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= values.length || from === to) return;
    form.reorderListItem(path, { from, to });
    change.move(from, to);
    setAnnouncement(
      `${getItemTitle(field, values[from], from)}: now ${to + 1} of ${values.length}`,
    );
  };
  const remove = (index: number) => {
    form.removeListItem(path, index);
    change.remove(index);
    setAnnouncement(`${getItemTitle(field, values[index], index)} is removed.`);
    addButton.current?.focus();
  };
  const add = () => {
    // Render and focus the new fields before the next key event, so that no typed character is lost.
    flushSync(() => {
      form.insertListItem(path, createEmptyListEntry(field));
      open(change.add());
    });
    list.current?.querySelector<HTMLElement>(':scope > :last-child :is(input, textarea)')?.focus();
  };
  return { entries, opened, toggle, announcement, addButton, list, move, remove, add };
}

function ListHead({ id, field, path }: { id: string } & Pick<ListInputProps, 'field' | 'path'>) {
  const error = useSettingFormContext().form.errors[path];
  return (
    <div>
      <Text id={id} fw={600} size={field.name === '' ? 'md' : 'sm'}>
        {field.label}
      </Text>
      {field.description && (
        <Text size="sm" c="dimmed">
          {field.description}
        </Text>
      )}
      {error && (
        <Input.Error role="alert" tabIndex={-1} data-field-error>
          {error}
        </Input.Error>
      )}
    </div>
  );
}

export function ListInput(props: ListInputProps) {
  const { field, path, renderFields } = props;
  const { form, isReadOnly } = useSettingFormContext();
  const id = useId();
  const storedValue = getValueAtPath(form.values, path);
  const values: readonly unknown[] = Array.isArray(storedValue) ? storedValue : [];
  const { entries, opened, toggle, announcement, addButton, list, ...edit } = useListEdits(
    props,
    values,
  );
  const [dragged, setDragged] = useState<number>();
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <ListHead id={id} field={field} path={path} />
      {values.length > 0 && (
        <Paper component="ol" ref={list} radius="sm" className="plain divided">
          {values.map((value, index) => {
            const entry = entries[index];
            if (!entry) return null;
            return (
              <ListEntry
                key={entry.key}
                field={field}
                value={value}
                index={index}
                renderFields={renderFields}
                dragged={dragged}
                isNew={entry.isNew}
                path={`${path}.${index}`}
                count={values.length}
                isOpen={opened.has(entry.key)}
                onToggle={() => toggle(entry.key)}
                onMove={(to) => edit.move(index, to)}
                onRemove={() => edit.remove(index)}
                onDrag={setDragged}
                onDropHere={() => dragged !== undefined && edit.move(dragged, index)}
              />
            );
          })}
        </Paper>
      )}
      {!isReadOnly && (
        <Group>
          <Button
            ref={addButton}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={edit.add}
          >
            Add a {field.noun}
          </Button>
        </Group>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Stack>
  );
}
