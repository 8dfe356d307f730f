import {
  ActionIcon,
  Box,
  Center,
  Group,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronRight,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { type Field, isItemList, type ListField, type ListItem } from './fields.ts';
import { useErrorAtPath, useSettingFormContext } from './form-context.ts';
import classes from './kit.module.css';
import { getItemTitle } from './values.ts';

/** Renders nested fields. Passed as a prop, because importing `FieldInput` would create a circular import. */
export type RenderFields = (fields: readonly Field[], path: string, isNew: boolean) => ReactNode;

type ListEntryProps = {
  field: ListField;
  path: string;
  value: unknown;
  index: number;
  count: number;
  isNew: boolean;
  isOpen: boolean;
  renderFields: RenderFields;
  onToggle: () => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  dragged: number | undefined;
  onDrag: (index: number | undefined) => void;
  onDropHere: () => void;
};

export function ListEntry(props: ListEntryProps) {
  const { field, index, dragged, onDrag, onDropHere } = props;
  const { isReadOnly } = useSettingFormContext();
  const [isGrabbed, setIsGrabbed] = useState(false);
  const isOver = dragged !== undefined && dragged !== index;
  return (
    <Box
      component="li"
      p="0.35rem 0.5rem"
      opacity={dragged === index ? 0.5 : undefined}
      // Allow dragging only by the handle, so that the text in fields can be selected.
      draggable={isGrabbed}
      onDragStart={(event) => {
        event.stopPropagation();
        event.dataTransfer.effectAllowed = 'move';
        onDrag(index);
      }}
      onDragEnd={() => {
        setIsGrabbed(false);
        onDrag(undefined);
      }}
      onDragOver={(event) => {
        if (isOver) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!isOver) return;
        event.preventDefault();
        event.stopPropagation();
        onDropHere();
      }}
    >
      {isItemList(field) ? (
        <ItemEntry {...props} field={field} onGrab={setIsGrabbed} />
      ) : (
        <Group gap="0.35rem" align="flex-start">
          {!isReadOnly && <Handle onGrab={setIsGrabbed} />}
          <TextEntry {...props} />
          {!isReadOnly && <EntryButtons {...props} />}
        </Group>
      )}
    </Box>
  );
}

function Handle({ onGrab }: { onGrab: (isGrabbed: boolean) => void }) {
  return (
    <Center
      component="span"
      w="1.25rem"
      h="2.125rem"
      c="dimmed"
      className={classes.handle}
      aria-hidden
      onPointerDown={() => {
        onGrab(true);
        // The pointer can be released outside the handle.
        window.addEventListener('pointerup', () => onGrab(false), { once: true });
      }}
    >
      <IconGripVertical size={16} />
    </Center>
  );
}

function TextEntry({ field, path, index }: ListEntryProps) {
  const { form, isReadOnly } = useSettingFormContext();
  const rows = 'rows' in field.items ? field.items.rows : undefined;
  const noun = `${field.noun.charAt(0).toUpperCase()}${field.noun.slice(1)} ${index + 1}`;
  const props = {
    'aria-label': noun,
    flex: '1 1 8rem',
    miw: 0,
    readOnly: isReadOnly,
    ...form.getInputProps(path),
  };
  return rows ? <Textarea {...props} rows={rows} resize="vertical" /> : <TextInput {...props} />;
}

type ItemEntryProps = Omit<ListEntryProps, 'field'> & {
  field: ListField & { items: readonly Field[] };
  onGrab: (isGrabbed: boolean) => void;
};

function ItemEntry({ onGrab, ...props }: ItemEntryProps) {
  const { field, path, value, index, isNew, isOpen, onToggle } = props;
  const { lists, isReadOnly } = useSettingFormContext();
  const id = useId();
  const hasError = useErrorAtPath(path) !== undefined;
  const detail = field.detail?.(value as ListItem);
  return (
    <>
      <Group gap="0.35rem" align="flex-start">
        {!isReadOnly && !field.sortedBy && <Handle onGrab={onGrab} />}
        <Group
          component={UnstyledButton}
          gap="0.35rem"
          align="baseline"
          wrap="nowrap"
          flex="1 1 8rem"
          miw={0}
          py="0.35rem"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <IconChevronRight
            size={16}
            aria-hidden
            style={{
              flex: 'none',
              alignSelf: 'flex-start',
              marginTop: '0.3rem',
              transform: isOpen ? 'rotate(90deg)' : undefined,
            }}
          />
          <span className="breakable">
            <Text span fw={500}>
              {getItemTitle(field, value, index, lists)}
            </Text>
            {detail && (
              <Text span size="sm" c="dimmed" display="inline-block">
                &nbsp;· <bdi>{detail}</bdi>
              </Text>
            )}
            {hasError && (
              <Text span size="sm" c="var(--mantine-color-error)">
                {' '}
                · to correct
              </Text>
            )}
          </span>
        </Group>
        {!isReadOnly && <EntryButtons {...props} />}
      </Group>
      {isOpen && (
        <Box id={id} p="0.75rem 0.25rem 0.75rem 0.75rem">
          {props.renderFields(field.items, path, isNew)}
        </Box>
      )}
    </>
  );
}

function EntryButtons({ field, value, index, count, onMove, onRemove }: ListEntryProps) {
  const { lists } = useSettingFormContext();
  const name =
    isItemList(field) || String(value ?? '').trim() === ''
      ? getItemTitle(field, value, index, lists)
      : `${field.noun} ${index + 1}`;
  return (
    <Group gap={0} wrap="nowrap" flex="none" ms="auto">
      {!field.sortedBy && (
        <>
          <SmallButton
            label={`Move up: ${name}`}
            isOff={index === 0}
            onClick={() => onMove(index - 1)}
          >
            <IconArrowUp size={16} aria-hidden />
          </SmallButton>
          <SmallButton
            label={`Move down: ${name}`}
            isOff={index === count - 1}
            onClick={() => onMove(index + 1)}
          >
            <IconArrowDown size={16} aria-hidden />
          </SmallButton>
        </>
      )}
      <SmallButton label={`Remove: ${name}`} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </SmallButton>
    </Group>
  );
}

type SmallProps = { label: string; isOff?: boolean; onClick: () => void; children: ReactNode };

/** Icon button. Takes `isOff` instead of `disabled`, because a disabled button would lose the focus. */
function SmallButton({ label, isOff = false, onClick, children }: SmallProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={34}
      bg={isOff ? 'transparent' : undefined}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </ActionIcon>
  );
}
