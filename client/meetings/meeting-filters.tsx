import { Select } from '@mantine/core';
import { useDownload } from '#client/api/files/use-download.ts';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import {
  exportMeetingGroups,
  type MeetingGroupState,
  meetingGroupStates,
} from '#contract/meetings/lists.ts';
import type { MeetingsUrlState } from './use-meetings-address.ts';

const states = (Object.keys(meetingGroupStates) as MeetingGroupState[]).map((value) => ({
  value,
  label: meetingGroupStates[value],
}));

const sorts = [
  { value: 'group', label: 'Group' },
  { value: '-group', label: 'Group, highest first' },
  { value: 'last', label: 'Last meeting, oldest first' },
  { value: '-last', label: 'Last meeting, newest first' },
  { value: 'due', label: 'Next due date' },
  { value: 'unconfirmed', label: 'Most to confirm' },
];

type MeetingFiltersProps = { address: MeetingsUrlState; resultText: string | undefined };

export function MeetingFilters({ address, resultText }: MeetingFiltersProps) {
  const { q, state, sort, filter, unknown } = address;
  const { download, progress } = useDownload({ failure: 'Couldn’t export meetings' });
  return (
    <FilterBar
      actions={
        <MoreMenu
          onlySaves
          download={{
            ...progress,
            isDisabled: unknown.length > 0,
            onSave: (format) => download(exportMeetingGroups, { query: { ...filter, format } }),
          }}
        />
      }
    >
      <SearchField
        label="Search groups"
        placeholder="Group, title, member"
        value={q}
        onSearch={address.search}
        found={resultText}
      />
      <Select
        label="State"
        placeholder="All"
        data={states}
        value={state ?? null}
        onChange={(to) => address.narrow('state', to)}
        clearable
        clearButtonProps={{ 'aria-label': 'Show groups in any state' }}
      />
      <Select
        label="Sort by"
        data={sorts}
        value={sort}
        onChange={(to) => to && address.sortBy(to)}
      />
    </FilterBar>
  );
}
