import { Select, TextInput } from '@mantine/core';
import { useDownload } from '#client/api/files/use-download.ts';
import { FilterBar } from '#client/ui/list/filter-bar.tsx';
import { ExportMenu } from '#client/ui/list/save-menu.tsx';
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
    failure: 'Failed to export the audit trail',
    // Exporting the audit trail adds an entry to it.
    invalidates: [listAudit],
  });
  return (
    <FilterBar
      actions={
        <ExportMenu
          {...progress}
          isDisabled={hasUnknownFilters}
          onSave={(format) => download(exportAudit, { query: { ...filter, format } })}
        />
      }
    >
      <SearchField
        label="Search the audit trail"
        placeholder="Person, group, file, IP address"
        value={filter.q ?? ''}
        onSearch={(q) => onNarrow({ q })}
      />
      <Select
        flex="0 1 20rem"
        label="Action"
        placeholder="Any action"
        data={actions}
        value={filter.action ?? null}
        onChange={(action) => onNarrow({ action: action ?? '' })}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': 'Show all actions' }}
      />
      <TextInput
        type="date"
        label="From"
        max={filter.to}
        value={filter.from ?? ''}
        onChange={(event) => onNarrow({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        min={filter.from}
        value={filter.to ?? ''}
        onChange={(event) => onNarrow({ to: event.currentTarget.value })}
      />
    </FilterBar>
  );
}
