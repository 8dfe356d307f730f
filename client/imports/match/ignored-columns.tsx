import { Alert, Button, Stack, Text } from '@mantine/core';
import { useModules } from '#client/api/portal.ts';
import type { ImportState } from '#client/imports/use-import.ts';
import { type ImportKind, listImportColumns } from '#contract/admin/imports.ts';
import { getColumnSelectId } from './column-selects.tsx';
import { formatFileColumn, type ImportTable } from './table.ts';

type IgnoredColumnsProps = { kind: ImportKind; importState: ImportState; table: ImportTable };

/** Names the columns of the file that no field uses, with a button that leads to the first field without a column. */
export function IgnoredColumns({ kind, importState, table }: IgnoredColumnsProps) {
  const { match } = importState;
  const used = new Set(Object.values(match));
  const ignored = table.header
    .map((_, index) => index)
    .filter((index) => !used.has(index))
    .filter((index) => table.header[index] || table.rows.some(({ cells }) => cells[index]))
    .map((index) => formatFileColumn(table, index));
  const [free] =
    listImportColumns(kind, useModules()).find(([field]) => match[field] === undefined) ?? [];
  if (ignored.length === 0) return null;
  const noun = ignored.length === 1 ? 'This column' : 'These columns';
  return (
    <Alert color="brass" role="status">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" className="breakable">
          {noun} won’t be imported: {ignored.join(', ')}
        </Text>
        {free !== undefined && (
          <Button
            variant="default"
            size="xs"
            onClick={() => document.getElementById(getColumnSelectId(free))?.focus()}
          >
            Match
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
