import { type ComboboxItem, Group, Select, Stack, Text } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { matchesSearch } from '#client/ui/list/matches-search.ts';
import type { GroupChoice } from './group-choice.ts';
import { GroupSteps } from './group-steps.tsx';

type NamedGroup = Pick<GroupChoice, '_id' | 'fypGroupName' | 'fypTitle'>;
type ListedGroups = { groups: readonly GroupChoice[]; total: number };

/** The groups of a marking tab, sorted by name. Contains only the first page if there are too many groups. */
export type GroupPickerChoices = ListedGroups & {
  /** Search results, and the groups before and after the open group. Set only if `groups` is incomplete. */
  more?: {
    words: string;
    onSearch: (words: string) => void;
    found: ListedGroups | undefined;
    hasFailed: boolean;
    beside: { previous: string; next: string } | undefined;
  };
};

type GroupPickerProps = {
  choices: GroupPickerChoices;
  group: NamedGroup | undefined;
  onPick: (groupId: string) => void;
  /** Called on hover or focus of a button that opens the group, so that the group can be prefetched. */
  onIntent?: (groupId: string) => void;
};

const labelOf = ({ fypGroupName, fypTitle }: NamedGroup) => `${fypGroupName} – ${fypTitle}`;
const namesOf = ({ members }: GroupChoice) =>
  members.map(({ name, roll }) => `${name} (${roll})`).join(', ');
const optionOf = (group: NamedGroup) => ({ value: group._id, label: labelOf(group) });

const restId = 'rest';

/** Returns a disabled option that says how many groups are not listed, or no option if all groups are listed. */
const buildRestOption = ({ groups, total }: ListedGroups) =>
  total > groups.length
    ? [
        {
          value: restId,
          label: `${total - groups.length} more: type to find them`,
          disabled: true,
        },
      ]
    : [];

/** `isSettled` is true once the dropdown is open and Mantine's timers, which may undo a selection, have run. */
function useSettled() {
  const [isOpen, setOpen] = useState(false);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    // This timer runs after Mantine's, because timers with the same delay run in the order in which they were set.
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

/** Searchable select of groups. Each word of the search must occur in a group's name, title or members. */
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
    return choice !== undefined && matchesSearch(search, `${label} ${namesOf(choice)}`);
  };
  const unlisted = group && !byId.has(group._id) ? [group] : [];
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap" data-no-print>
      {/* Render the Previous and Next buttons before the list, so that Tab moves from the list straight to the marks. */}
      {total > 1 && (
        <GroupSteps
          {...findNeighbours(choices, group?._id)}
          hasKeys={group !== undefined}
          onStep={onPick}
          onIntent={onIntent}
        />
      )}
      <Select
        label="Group"
        placeholder="Select a group"
        flex="1 1 auto"
        maw="40rem"
        searchable
        // Render the list in place, because a React portal would put it outside every ARIA landmark.
        comboboxProps={{ withinPortal: false }}
        {...watch}
        // Do not select the first option before the search results arrive.
        selectFirstOptionOnChange={isSettled && words !== '' && !isSearching}
        nothingFoundMessage={
          more?.hasFailed
            ? 'Couldn’t search groups. Edit your search to try again.'
            : isSearching
              ? 'Searching…'
              : 'No matching groups. Try a name, title or member.'
        }
        data={[...[...listed.groups, ...unlisted].map(optionOf), ...buildRestOption(listed)]}
        filter={({ options, search }) =>
          options.filter((option) => 'value' in option && isListed(option, search))
        }
        renderOption={({ option }) => (
          <Choice group={byId.get(option.value)} label={option.label} />
        )}
        value={group?._id ?? null}
        onSearchChange={(text) => {
          // Do not search for the open group's label, which is the initial text of the input.
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
      {/* Inherit the text colour, because selected options use a different text colour. */}
      <Text span size="xs" c="inherit">
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

function findNeighbours({ groups, more }: GroupPickerChoices, groupId: string | undefined) {
  const at = groups.findIndex(({ _id }) => _id === groupId);
  const first = groups[0]?._id;
  if (more) return { previous: more.beside?.previous, next: groupId ? more.beside?.next : first };
  const previous = groups.at(at === -1 ? -1 : at - 1)?._id;
  return { previous, next: groups[at + 1]?._id ?? first };
}
