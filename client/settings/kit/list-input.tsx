import { Button, Group, Input, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ClipboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { encodeForUrl } from '#contract/paths.ts';
import type { ListField, ListItem } from './fields.ts';
import { getValueAtPath, useSettingFormContext } from './form-context.ts';
import { ListEntry, type RenderFields } from './list-entry.tsx';
import {
  createEmptyListEntry,
  createPastedEntry,
  getItemTitle,
  getPasteField,
  splitPastedLines,
} from './values.ts';

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
    add: (index: number, count: number) => {
      const added = Array.from({ length: count }, () => {
        next.current += 1;
        return { key: `added-${next.current}`, isNew: true };
      });
      setEntries(entries.toSpliced(index, 0, ...added));
      return added.map(({ key }) => key);
    },
    remove: (index: number) => setEntries(entries.toSpliced(index, 1)),
    removeAll: () => setEntries([]),
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
    open: (keys: readonly string[]) => setOpened(new Set([...opened, ...keys])),
    toggle: (key: string) =>
      setOpened(
        new Set(opened.has(key) ? [...opened].filter((other) => other !== key) : [...opened, key]),
      ),
  };
}

/** Opens and focuses the entry whose id is the URL’s fragment. Removes the fragment, so that this happens only once. */
function useLinkedEntry(
  values: readonly unknown[],
  entries: readonly Entry[],
  list: RefObject<HTMLOListElement | null>,
  { opened, toggle }: Pick<ReturnType<typeof useOpened>, 'opened' | 'toggle'>,
) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const index = values.findIndex((value) => {
    const id = (value as ListItem | undefined)?.id;
    return typeof id === 'string' && hash === `#${encodeForUrl(id)}`;
  });
  useEffect(() => {
    const { key } = entries[index] ?? {};
    if (key === undefined) return;
    if (!opened.has(key)) return toggle(key);
    const entry = list.current?.children[index];
    entry?.scrollIntoView({ block: 'center' });
    entry?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
    void navigate({ search }, { replace: true, preventScrollReset: true });
  });
}

function useListEdits({ field, path, isNew }: ListInputProps, values: readonly unknown[]) {
  const { form, lists } = useSettingFormContext();
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
      `${getItemTitle(field, values[from], from, lists)}: now ${to + 1} of ${values.length}`,
    );
  };
  const remove = (index: number) => {
    form.removeListItem(path, index);
    change.remove(index);
    setAnnouncement(`${getItemTitle(field, values[index], index, lists)} removed`);
    addButton.current?.focus();
  };
  const removeAll = () => {
    form.setFieldValue(path, []);
    change.removeAll();
    setAnnouncement(`All ${values.length} entries removed`);
    addButton.current?.focus();
  };
  const add = () => {
    // Render and focus the new fields before the next key event, so that no typed character is lost.
    flushSync(() => {
      form.insertListItem(path, createEmptyListEntry(field));
      open(change.add(values.length, 1));
    });
    list.current?.querySelector<HTMLElement>(':scope > :last-child :is(input, textarea)')?.focus();
  };
  /** Spreads several pasted lines over this entry and new ones after it. A single line is left to the field. */
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const { target } = event;
    const lines = splitPastedLines(event.clipboardData.getData('text/plain'));
    const pasteField = getPasteField(field);
    if (!(target instanceof HTMLInputElement) || target.readOnly || lines.length < 2) return;
    const index = values.findIndex(
      (_, place) => target.dataset.path === `${path}.${place}${pasteField}`,
    );
    if (pasteField === undefined || index < 0) return;
    event.preventDefault();
    const [first = '', ...nextLines] = lines;
    const { selectionStart, selectionEnd, value } = target;
    const text = value.slice(0, selectionStart ?? 0) + first + value.slice(selectionEnd ?? 0);
    const pasted = nextLines.map((line) => createPastedEntry(field, line));
    form.setFieldValue(path, values.toSpliced(index + 1, 0, ...pasted));
    form.setFieldValue(`${path}.${index}${pasteField}`, text.trim());
    change.add(index + 1, pasted.length);
    setAnnouncement(`Pasted ${lines.length} lines, each as a ${field.noun}`);
  };
  return {
    entries,
    opened,
    toggle,
    announcement,
    addButton,
    list,
    move,
    remove,
    removeAll,
    add,
    paste,
  };
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
  useLinkedEntry(values, entries, list, { opened, toggle });
  const [dragged, setDragged] = useState<number>();
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <ListHead id={id} field={field} path={path} />
      {values.length > 0 && (
        <Paper component="ol" ref={list} radius="sm" className="plain divided" onPaste={edit.paste}>
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
          {values.length > 1 && (
            <Button
              variant="subtle"
              size="xs"
              aria-label={`Remove all: ${field.label}`}
              onClick={edit.removeAll}
            >
              Remove all
            </Button>
          )}
        </Group>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Stack>
  );
}
