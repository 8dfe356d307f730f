import { Table, Text } from '@mantine/core';
import { getColumnTitle } from '#client/imports/match/get-column-title.ts';
import type { ChangedGroup } from '#client/imports/use-choice.ts';

export function GroupDifferences({ group: { group, differences } }: { group: ChangedGroup }) {
  return (
    <Table
      aria-label={`Differences of ${group}`}
      layout="fixed"
      mt="xs"
      verticalSpacing={4}
      horizontalSpacing={8}
    >
      <Table.Thead visibleFrom="sm">
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>In the portal</Table.Th>
          <Table.Th>In the file</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map(({ row, field, member, stored, file }) => (
          <Table.Tr
            key={`${row} ${field}`}
            // On a phone, show both values below the field's name.
            display={{ base: 'grid', sm: 'table-row' }}
            style={{ gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', verticalAlign: 'top' }}
          >
            <Table.Td style={{ gridColumn: '1 / -1' }}>
              <Text size="sm" fw={600}>
                {getColumnTitle('groups', field)}
              </Text>
              {member !== undefined && field !== 'members' && (
                <Text size="sm" c="dimmed" className="breakable">
                  {member}
                </Text>
              )}
            </Table.Td>
            <Value label="In the portal" value={stored || 'Not a member'} />
            <Value label="In the file" value={file} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <Table.Td>
      <Text size="sm" c="dimmed" hiddenFrom="sm">
        {label}
      </Text>
      <Text size="sm" className="breakable">
        {value}
      </Text>
    </Table.Td>
  );
}
