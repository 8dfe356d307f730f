import { Select } from '@mantine/core';
import type { FullGroup } from '#contract/groups.ts';

type GroupPickerProps = {
  groups: readonly FullGroup[];
  groupId: string | undefined;
  onPick: (groupId: string) => void;
};

/** Chooses a group by its name or title; words are looked for in both. */
export function GroupPicker({ groups, groupId, onPick }: GroupPickerProps) {
  return (
    <div data-no-print>
      <Select
        label="Group"
        placeholder="Select a group"
        maw="40rem"
        searchable
        selectFirstOptionOnChange
        nothingFoundMessage="No group has these words in its name or title."
        data={groups.map(({ _id, fypGroupName, fypTitle }) => ({
          value: _id,
          label: `${fypGroupName} – ${fypTitle}`,
        }))}
        value={groupId ?? null}
        onChange={(picked) => picked && onPick(picked)}
      />
    </div>
  );
}
