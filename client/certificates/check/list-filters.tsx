import { Select } from '@mantine/core';
import { useDownload } from '#client/api/files/use-download.ts';
import type { CertificatesUrlState } from '#client/certificates/use-certificates-address.ts';
import { toChoices } from '#client/ui/list/choice-list.tsx';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import { certificatesStateLabels, certificatesStates } from '#contract/rules/certificates-state.ts';
import { exportCertificates, type listCertificates } from '#contract/students/certificates.ts';

type ListFiltersProps = {
  address: CertificatesUrlState;
  data: EndpointReply<typeof listCertificates> | undefined;
};

const sorts = [
  { value: 'group', label: 'Group' },
  { value: 'name', label: 'Name' },
  { value: 'roll', label: 'Roll' },
  { value: 'state', label: 'State' },
  { value: '-group', label: 'Group, highest first' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-roll', label: 'Roll, highest first' },
  { value: '-state', label: 'State, complete first' },
];

export function ListFilters({ address, data }: ListFiltersProps) {
  const { q, program, filter, sort, isDescending } = address;
  const { download, progress } = useDownload({ failure: 'Couldn’t export the list' });
  const programs = data?.programs ?? (program ? [program] : []);
  return (
    <FilterBar
      filters={[
        {
          label: 'State',
          value: address.state,
          onChange: (to) => address.narrow('state', to),
          options: certificatesStates.map((name) => ({
            value: name,
            label: `${certificatesStateLabels[name]} (${data?.counts[name] ?? '…'})`,
          })),
        },
        {
          label: 'Program',
          value: program,
          onChange: (to) => address.narrow('program', to),
          options: toChoices(programs),
        },
      ]}
      actions={
        <MoreMenu
          download={{
            ...progress,
            isDisabled: address.unknown.length > 0,
            onSave: (format) => download(exportCertificates, { query: { ...filter, format } }),
          }}
        />
      }
    >
      <SearchField
        label="Search students"
        placeholder="Name, roll, group"
        value={q}
        onSearch={address.search}
        found={data ? `${data.total} found` : undefined}
      />
      <Select
        label="Sort by"
        data={sorts}
        value={`${isDescending ? '-' : ''}${sort}`}
        onChange={(to) => to && address.sortBy(to)}
      />
    </FilterBar>
  );
}
