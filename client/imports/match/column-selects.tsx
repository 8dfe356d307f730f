import { Select, SimpleGrid, Text } from '@mantine/core';
import { useModules } from '#client/api/portal.ts';
import type { ImportState } from '#client/imports/use-import.ts';
import { type ImportKind, listImportColumns } from '#contract/admin/imports.ts';
import { isRequiredColumn } from './match-columns.ts';
import { formatFileColumn, type ImportTable } from './table.ts';

/** Id of the field that matches a column, so that a notice can move the focus to it. */
export const getColumnSelectId = (field: string) => `column-of-${field}`;

type ColumnSelectsProps = { kind: ImportKind; importState: ImportState; table: ImportTable };

export function ColumnSelects({ kind, importState, table }: ColumnSelectsProps) {
  const { match, matchTo, missing, doing } = importState;
  // Identify columns by index, because titles can be empty or duplicated.
  const columns = table.header.map((_, index) => ({
    value: String(index),
    label: formatFileColumn(table, index),
  }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {listImportColumns(kind, useModules()).map(([field, title]) => (
          <Select
            key={field}
            id={getColumnSelectId(field)}
            label={title}
            placeholder={isRequiredColumn(kind, field) ? 'Choose a column' : 'Not in the file'}
            data={columns}
            value={match[field] === undefined ? null : String(match[field])}
            onChange={(value) => matchTo(field, value === null ? undefined : Number(value))}
            error={
              isRequiredColumn(kind, field) && match[field] === undefined
                ? 'No matching column. Choose one.'
                : undefined
            }
            disabled={doing !== undefined}
            searchable
            required={isRequiredColumn(kind, field)}
            clearable={!isRequiredColumn(kind, field)}
            clearButtonProps={{ 'aria-label': `Clear ${title}` }}
          />
        ))}
      </SimpleGrid>
      {missing.length > 0 && (
        <Text size="sm" role="status">
          Still to match: {missing.join(', ')}. If the file has no such column, add it there and
          choose the file again.
        </Text>
      )}
    </>
  );
}
