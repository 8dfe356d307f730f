import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ImportTable } from '#client/imports/match/table.ts';
import type { ImportResult } from '#client/imports/post-import.ts';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { paths } from '#contract/paths.ts';
import { saveCsv } from './save-csv.ts';

const limit = 20;

type ImportedGroupsProps = {
  table: ImportTable;
  /** Index of the column with the group's name in the file. */
  column: number | undefined;
  rows: ImportResult['rows'];
};

/** Links to the groups that the import has added or changed, and exports their names beside those in the file. */
export function ImportedGroups({ table, column, rows }: ImportedGroupsProps) {
  const [page, goToPage] = useState(1);
  const cells = new Map(table.rows.map((row) => [row.row, row.cells]));
  const written = rows.filter(({ outcome }) => outcome === 'new' || outcome === 'changed');
  const groups = [
    ...new Map(
      written.flatMap(({ row, group }) =>
        group === undefined ? [] : [[group, cells.get(row)?.[column ?? -1] ?? ''] as const],
      ),
    ),
  ];
  if (groups.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Imported groups">
      <Group justify="space-between" gap="sm">
        <Text fw={600}>Imported groups</Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() =>
            void saveCsv(
              'group-names.csv',
              ['In the file', 'In the portal'],
              groups.map(([group, inFile]) => [inFile, group]),
            )
          }
        >
          Export group names
        </Button>
      </Group>
      <Group component="ul" gap="xs 1.25rem" m={0} p={0} style={{ listStyle: 'none' }}>
        {groups.slice((page - 1) * limit, page * limit).map(([group, inFile]) => (
          <li key={group}>
            <Anchor component={Link} to={paths.group(group)} size="sm">
              {group}
            </Anchor>
            {inFile !== group && (
              <Text span size="sm" c="dimmed">
                {' '}
                (<bdi>{inFile}</bdi> in the file)
              </Text>
            )}
          </li>
        ))}
      </Group>
      <PageLinks
        label="Pages of imported groups"
        address={{ page, goToPage }}
        read={{ data: { total: groups.length }, isStale: false }}
        limit={limit}
      />
    </Stack>
  );
}
