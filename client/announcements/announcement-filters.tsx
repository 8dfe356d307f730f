import { Select } from '@mantine/core';
import { useDownload } from '#client/api/files/use-download.ts';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import type { EndpointInput } from '#contract/endpoint.ts';
import { announcementStates, exportAnnouncements } from '#contract/messages/announcements.ts';
import type { AnnouncementUrlState } from './use-announcement-address.ts';

const states = Object.entries(announcementStates).map(([value, label]) => ({ value, label }));
const sorts = [
  { value: '-when', label: 'Newest first' },
  { value: 'when', label: 'Oldest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
  { value: 'state', label: 'State' },
  { value: 'audience', label: 'Audience' },
  { value: 'by', label: 'Author' },
];

type AnnouncementFiltersProps = {
  address: AnnouncementUrlState;
  filter: EndpointInput<typeof exportAnnouncements>['query'];
  resultText: string | undefined;
};

export function AnnouncementFilters({ address, filter, resultText }: AnnouncementFiltersProps) {
  const { download, progress } = useDownload({ failure: 'Couldn’t export announcements' });
  return (
    <FilterBar
      actions={
        <MoreMenu
          download={{
            ...progress,
            isDisabled: address.unknown.length > 0,
            onSave: (format) => download(exportAnnouncements, { query: { ...filter, format } }),
          }}
        />
      }
    >
      <SearchField
        label="Search announcements"
        placeholder="Title, audience, author"
        value={address.q}
        onSearch={address.search}
        found={resultText}
      />
      <Select
        label="State"
        placeholder="Any state"
        data={states}
        value={address.state ?? null}
        onChange={address.narrow}
        clearable
        clearButtonProps={{ 'aria-label': 'Show announcements of any state' }}
      />
      <Select label="Order" data={sorts} value={address.sort} onChange={address.sortBy} />
    </FilterBar>
  );
}
