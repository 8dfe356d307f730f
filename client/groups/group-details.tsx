import { Skeleton, Table } from '@mantine/core';
import type { FullGroup, OwnGroup } from '#contract/groups.ts';

type Group = OwnGroup | FullGroup;

const notNamed = 'Not named yet';

const rows: readonly { label: string; read: (group: Group) => string }[] = [
  { label: 'Group name', read: (group) => group.fypGroupName },
  { label: 'Program', read: (group) => group.program },
  { label: 'Project title', read: (group) => group.fypTitle },
  { label: 'Category', read: (group) => group.fypCategory },
  // "other" means that the department assigns a supervisor later.
  {
    label: 'Supervisor',
    read: ({ supervisor }) => (supervisor === 'other' ? `other (${notNamed})` : supervisor),
  },
  { label: 'External examiner', read: (group) => group.externalExaminer || notNamed },
];

/** Renders placeholders if `group` is undefined. */
export function GroupDetails({ group }: { group?: Group }) {
  return (
    <Table horizontalSpacing={0} my="-0.4rem" aria-label="Group details">
      <Table.Tbody style={{ verticalAlign: 'top' }}>
        {rows.map(({ label, read }, index) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" w="9rem" pe="md" fw={600} c="dimmed">
              {label}
            </Table.Th>
            <Table.Td className="breakable">
              {group ? (
                read(group)
              ) : (
                <Skeleton height={12} my={4.85} width={`${72 - index * 8}%`} />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
