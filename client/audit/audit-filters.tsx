import { useDownload } from '#client/api/files/use-download.ts';
import { formatDateText } from '#client/ui/form/date-time-text.ts';
import { DateFilter } from '#client/ui/list/date-filter.tsx';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { MoreMenu } from '#client/ui/list/more-menu.tsx';
import { SearchField } from '#client/ui/list/search-field.tsx';
import { type AuditFilter, exportAudit, listAudit } from '#contract/admin/audit.ts';
import { auditActions } from '#contract/audit-actions.ts';
import type { AuditFilterChange } from './use-audit-address.ts';

const actions = Object.entries(auditActions).map(([value, label]) => ({ value, label }));

type AuditFiltersProps = {
  filter: AuditFilter;
  hasUnknownFilters: boolean;
  onNarrow: (to: AuditFilterChange) => void;
};

export function AuditFilters({ filter, hasUnknownFilters, onNarrow }: AuditFiltersProps) {
  const { download, progress } = useDownload({
    failure: 'Couldn’t export the audit trail',
    // Exporting the audit trail adds an entry to it.
    invalidates: [listAudit],
  });
  return (
    <FilterBar
      filters={[
        {
          label: 'Action',
          options: actions,
          value: filter.action,
          onChange: (action) => onNarrow({ action: action ?? '' }),
        },
        {
          label: 'From',
          value: filter.from,
          format: formatDateText,
          onChange: (from) => onNarrow({ from: from ?? '' }),
          field: (
            <DateFilter
              label="From"
              max={filter.to}
              value={filter.from}
              onChange={(from) => onNarrow({ from })}
            />
          ),
        },
        {
          label: 'To',
          value: filter.to,
          format: formatDateText,
          onChange: (to) => onNarrow({ to: to ?? '' }),
          field: (
            <DateFilter
              label="To"
              min={filter.from}
              value={filter.to}
              onChange={(to) => onNarrow({ to })}
            />
          ),
        },
      ]}
      actions={
        <MoreMenu
          download={{
            ...progress,
            isDisabled: hasUnknownFilters,
            onSave: (format) => download(exportAudit, { query: { ...filter, format } }),
          }}
        />
      }
    >
      <SearchField
        label="Search the audit trail"
        placeholder="Person, group, file, IP address"
        value={filter.q ?? ''}
        onSearch={(q) => onNarrow({ q })}
      />
    </FilterBar>
  );
}
