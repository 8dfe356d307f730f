import { Skeleton, Table } from '@mantine/core';
import type { FullGroup, OwnGroup } from '#contract/groups.ts';
import classes from './group-details.module.css';

type Group = OwnGroup | FullGroup;

const notNamed = 'Not named yet';

const rows: readonly { label: string; read: (group: Group) => string }[] = [
  { label: 'Group name', read: (group) => group.fypGroupName },
  { label: 'Program', read: (group) => group.program },
  { label: 'Project title', read: (group) => group.fypTitle },
  { label: 'Category', read: (group) => group.fypCategory },
  // A proposal may leave the supervisor to the department by choosing "other".
  {
    label: 'Supervisor',
    read: ({ supervisor }) => (supervisor === 'other' ? `other (${notNamed})` : supervisor),
  },
  { label: 'External examiner', read: (group) => group.externalExaminer || notNamed },
];

/** The group's own data, a row each (spec 2). Without a group: the same rows, on their way. */
export function GroupDetails({ group }: { group?: Group }) {
  return (
    <Table className={classes.table} aria-label="Group details">
      <Table.Tbody>
        {rows.map(({ label, read }, index) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" className={classes.label}>
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
