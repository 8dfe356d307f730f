import { ActionIcon, type ComboboxItem, Group, Select, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { matches } from '#client/ui/list/matches.ts';
import type { FullGroup } from '#contract/groups.ts';
import { type Part, soFarOf } from '#contract/rules/scheme.ts';

type GroupPickerProps = {
  groups: readonly FullGroup[];
  part: Part;
  groupId: string | undefined;
  onPick: (groupId: string) => void;
};

const labelOf = ({ fypGroupName, fypTitle }: FullGroup) => `${fypGroupName} – ${fypTitle}`;
const namesOf = ({ fypGroupMembers }: FullGroup) =>
  fypGroupMembers.map(({ name, roll }) => `${name} (${roll})`).join(', ');

/** "5 of 16 marked": the cells of one tab, over all members. */
function progressOf({ fypGroupMembers }: FullGroup, { milestones }: Part): string {
  const marked = fypGroupMembers.reduce(
    (sum, member) => sum + soFarOf(member, milestones).marked,
    0,
  );
  const all = milestones.length * fypGroupMembers.length;
  return marked === all ? 'All marked' : `${marked} of ${all} marked`;
}

/** Chooses a group by its name, title or members; each word is searched for in all of them. */
export function GroupPicker({ groups, part, groupId, onPick }: GroupPickerProps) {
  const byId = new Map(groups.map((group) => [group._id, group]));
  const searchTextOf = ({ value, label }: ComboboxItem) => {
    const group = byId.get(value);
    return group ? `${label} ${namesOf(group)}` : label;
  };
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap" data-no-print>
      {/* Before the list, so that from there the keyboard goes straight on to the marks. */}
      {groups.length > 1 && <Steps groups={groups} groupId={groupId} onPick={onPick} />}
      <Select
        label="Group"
        placeholder="Select a group"
        flex="1 1 auto"
        maw="40rem"
        searchable
        allowDeselect={false}
        selectFirstOptionOnChange
        nothingFoundMessage="No group has these words in its name, title or members."
        data={groups.map((group) => ({ value: group._id, label: labelOf(group) }))}
        filter={({ options, search }) =>
          options.filter((option) => 'value' in option && matches(search, searchTextOf(option)))
        }
        renderOption={({ option }) => <Choice group={byId.get(option.value)} part={part} />}
        value={groupId ?? null}
        onChange={(picked) => picked && onPick(picked)}
      />
    </Group>
  );
}

function Choice({ group, part }: { group: FullGroup | undefined; part: Part }) {
  if (!group) return null;
  return (
    <Stack gap={0} className="breakable">
      <span>{labelOf(group)}</span>
      <Text span size="xs" c="dimmed" className="tabular">
        {progressOf(group, part)} · {namesOf(group)}
      </Text>
    </Stack>
  );
}

/** To the groups before and after, in the list's order; from the last it goes on to the first. */
function Steps({ groups, groupId, onPick }: Omit<GroupPickerProps, 'part'>) {
  const at = groups.findIndex(({ _id }) => _id === groupId);
  const go = (step: 1 | -1) => {
    const from = at === -1 && step === -1 ? 0 : at;
    const to = groups[(from + step + groups.length) % groups.length];
    if (to) onPick(to._id);
  };
  return (
    <>
      <ActionIcon
        variant="default"
        size="input-sm"
        aria-label="Previous group"
        onClick={() => go(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size="input-sm" aria-label="Next group" onClick={() => go(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
