import { ActionIcon, type ComboboxItem, Group, Select, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Fragment, useEffect, useState } from 'react';
import { matches } from '#client/ui/list/matches.ts';
import type { GroupChoice } from './group-choice.ts';

/** A group to choose, or one that is read already. */
type Named = Pick<GroupChoice, '_id' | 'fypGroupName' | 'fypTitle'>;
type Listed = { groups: readonly GroupChoice[]; total: number };

/** The groups of a tab by name: all of them, or the first. */
export type Choices = Listed & {
  /** Where these are not all: the server searches, and knows which are side by side. */
  more?: {
    words: string;
    onSearch: (words: string) => void;
    /** What it found for the words; undefined until it replies. */
    found: Listed | undefined;
    beside: { previous: string; next: string } | undefined;
  };
};

type GroupPickerProps = {
  choices: Choices;
  group: Named | undefined;
  onPick: (groupId: string) => void;
  /** A step to this group is about to be taken. */
  onIntent?: (groupId: string) => void;
};

const labelOf = ({ fypGroupName, fypTitle }: Named) => `${fypGroupName} – ${fypTitle}`;
const namesOf = ({ members }: GroupChoice) =>
  members.map(({ name, roll }) => `${name} (${roll})`).join(', ');
const optionOf = (group: Named) => ({ value: group._id, label: labelOf(group) });

const restId = 'rest';

/** Says that a list goes on; it cannot be chosen. */
const restOf = ({ groups, total }: Listed) =>
  total > groups.length
    ? [
        {
          value: restId,
          label: `${total - groups.length} more: type to find them`,
          disabled: true,
        },
      ]
    : [];

/**
 * Whether the list is open and its own timers have run. Mantine forgets the selected option a moment after a list closes,
 * and looks for the open group a moment after it opens: what is selected before that is lost.
 */
function useSettled() {
  const [isOpen, setOpen] = useState(false);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    // Timers of one length run in the order of their start, so this one after those of the list.
    const timer = setTimeout(() => setSettled(true));
    return () => {
      clearTimeout(timer);
      setSettled(false);
    };
  }, [isOpen]);
  return {
    isSettled,
    watch: { onDropdownOpen: () => setOpen(true), onDropdownClose: () => setOpen(false) },
  };
}

/** Chooses a group by its name, title or members; each word is searched for in all of them. */
export function GroupPicker({ choices, group, onPick, onIntent }: GroupPickerProps) {
  const { more, total } = choices;
  const [words, setWords] = useState('');
  const { isSettled, watch } = useSettled();
  const isSearching = more !== undefined && more.words !== '' && !more.found;
  const listed = (more?.words && (more.found ?? { groups: [], total: 0 })) || choices;
  const byId = new Map(listed.groups.map((each) => [each._id, each]));
  const isListed = ({ value, label }: ComboboxItem, search: string) => {
    const choice = byId.get(value);
    if (more) return choice !== undefined || value === restId;
    return choice !== undefined && matches(search, `${label} ${namesOf(choice)}`);
  };
  const others = group && !byId.has(group._id) ? [group] : [];
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap" data-no-print>
      {/* Before the list, so that from there the keyboard goes straight on to the marks. */}
      {total > 1 && (
        <Steps choices={choices} groupId={group?._id} onPick={onPick} onIntent={onIntent} />
      )}
      <Select
        label="Group"
        placeholder="Select a group"
        flex="1 1 auto"
        maw="40rem"
        searchable
        allowDeselect={false}
        // Inside the page, not at the end of the document, where no landmark is.
        comboboxProps={{ withinPortal: false }}
        {...watch}
        // What is found later is selected once it is there.
        selectFirstOptionOnChange={isSettled && words !== '' && !isSearching}
        nothingFoundMessage={
          isSearching ? 'Searching…' : 'No group has these words in its name, title or members.'
        }
        data={[...[...listed.groups, ...others].map(optionOf), ...restOf(listed)]}
        filter={({ options, search }) =>
          options.filter((option) => 'value' in option && isListed(option, search))
        }
        renderOption={({ option }) => (
          <Choice group={byId.get(option.value)} label={option.label} />
        )}
        value={group?._id ?? null}
        onSearchChange={(text) => {
          // The label of the group that is open is nothing that was typed.
          const typed = group && text === labelOf(group) ? '' : text;
          setWords(typed);
          more?.onSearch(typed);
        }}
        onChange={(picked) => picked && onPick(picked)}
      />
    </Group>
  );
}

function Choice({ group, label }: { group: GroupChoice | undefined; label: string }) {
  if (!group) return label;
  return (
    <Stack gap={0} className="breakable">
      <span>
        <bdi>{group.fypGroupName}</bdi> – <bdi>{group.fypTitle}</bdi>
      </span>
      {/* The option's own colour, which turns with its background while it is chosen. */}
      <Text span size="xs" c="inherit" className="tabular">
        {group.progress}
        {group.members.map(({ name, roll }, index) => (
          <Fragment key={roll}>
            {index === 0 ? ' · ' : ', '}
            <bdi>{name}</bdi> ({roll})
          </Fragment>
        ))}
      </Text>
    </Stack>
  );
}

type StepsProps = Omit<GroupPickerProps, 'group'> & { groupId: string | undefined };

/** Which group lies before and after; from the last it goes on to the first. */
function besideOf({ groups, more }: Choices, groupId: string | undefined) {
  const at = groups.findIndex(({ _id }) => _id === groupId);
  const first = groups[0]?._id;
  if (more) return { previous: more.beside?.previous, next: groupId ? more.beside?.next : first };
  const previous = groups.at(at === -1 ? -1 : at - 1)?._id;
  return { previous, next: groups[at + 1]?._id ?? first };
}

/** To the groups before and after, in the list's order. */
function Steps({ choices, groupId, onPick, onIntent }: StepsProps) {
  const { previous, next } = besideOf(choices, groupId);
  const stepTo = (to: string | undefined) => ({
    onClick: () => to && onPick(to),
    onPointerEnter: () => to && onIntent?.(to),
    onFocus: () => to && onIntent?.(to),
  });
  const look = { variant: 'default', size: 'input-sm' };
  return (
    <>
      <ActionIcon {...look} aria-label="Previous group" {...stepTo(previous)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon {...look} aria-label="Next group" {...stepTo(next)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
