import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { getColumnTitle } from '#client/imports/match/get-column-title.ts';
import type { ChangedGroup, GroupSelection } from '#client/imports/use-choice.ts';
import { ListFrame } from '#client/ui/list/list-frame.tsx';
import { PageLinks } from '#client/ui/list/page-links.tsx';
import { GroupDifferences } from './differences.tsx';
import { saveCsv } from './save-csv.ts';

const limit = 20;

type ChangeListProps = { choice: GroupSelection; isWritten: boolean; isBusy: boolean };

export function ChangeList({ choice, isWritten, isBusy }: ChangeListProps) {
  const { groups, chosen } = choice;
  const [page, goToPage] = useState(1);
  const from = (Math.min(page, Math.max(1, Math.ceil(groups.length / limit))) - 1) * limit;
  if (groups.length === 0) return null;
  return (
    <Stack gap="sm" component="section" aria-label="Differences">
      <Group justify="space-between" gap="sm">
        {isWritten ? (
          <Text fw={600}>Differences</Text>
        ) : (
          <Checkbox
            label={`Change ${chosen.length} of ${groups.length} ${groups.length === 1 ? 'group' : 'groups'} that differ`}
            checked={chosen.length === groups.length}
            indeterminate={chosen.length > 0 && chosen.length < groups.length}
            disabled={isBusy}
            onChange={(event) =>
              choice.choose(
                groups.map(({ groupId }) => groupId),
                event.currentTarget.checked,
              )
            }
          />
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void saveDifferences(groups)}
        >
          Export differences
        </Button>
      </Group>
      <ListFrame>
        <Stack component="ul" gap="lg" m={0} p="md" style={{ listStyle: 'none' }}>
          {groups.slice(from, from + limit).map((group) => (
            <li key={group.groupId}>
              {isWritten ? (
                <Text fw={600}>
                  {group.group}: {group.outcome === 'changed' ? 'changed' : 'left as it was'}
                </Text>
              ) : (
                <Checkbox
                  label={`Change ${group.group}`}
                  description={formatRows(group.rows)}
                  checked={choice.isChosen(group.groupId)}
                  disabled={isBusy}
                  onChange={(event) => choice.choose([group.groupId], event.currentTarget.checked)}
                />
              )}
              <GroupDifferences group={group} />
            </li>
          ))}
        </Stack>
      </ListFrame>
      <PageLinks
        label="Pages of differences"
        address={{ page: from / limit + 1, goToPage }}
        read={{ data: { total: groups.length }, isStale: false }}
        limit={limit}
      />
    </Stack>
  );
}

const formatRows = (rows: readonly number[]) =>
  `${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')} of the file`;

const saveDifferences = (groups: readonly ChangedGroup[]) =>
  saveCsv(
    'differences-of-groups.csv',
    ['Row', 'Group', 'Member', 'Column', 'In the portal', 'In the file'],
    groups.flatMap(({ group, differences }) =>
      differences.map(({ row, member = '', field, stored, file }) => [
        ...[row, group, member, getColumnTitle('groups', field), stored, file],
      ]),
    ),
  );
