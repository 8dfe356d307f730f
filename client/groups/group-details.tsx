import { Skeleton, Table } from '@mantine/core';
import { useHasExternalExaminer } from '#client/api/cohorts/cohort-content.ts';
import { AskAbout } from '#client/layout/ask-about.tsx';
import type { FullGroup, OwnGroup } from '#contract/groups.ts';
import type { ProposalField } from '#contract/messages/discussion.ts';

type Group = OwnGroup | FullGroup;

const notNamed = 'Not assigned yet';

type Row = {
  label: string;
  read: (group: Group) => string;
  /** Field of the proposal about which people can ask. */
  field?: ProposalField;
};

const rows: readonly Row[] = [
  { label: 'Group name', read: (group) => group.fypGroupName },
  { label: 'Program', read: (group) => group.program },
  { label: 'Project title', read: (group) => group.fypTitle, field: 'title' },
  { label: 'Category', read: (group) => group.fypCategory, field: 'category' },
  // "other" means that the department assigns a supervisor later.
  {
    label: 'Supervisor',
    read: ({ supervisor }) => (supervisor === 'other' ? `other (${notNamed})` : supervisor),
  },
];

const examinerRow: Row = {
  label: 'External examiner',
  read: (group) => group.externalExaminer || notNamed,
};

/** Renders placeholders if `group` is undefined. */
export function GroupDetails({ group }: { group?: Group }) {
  const hasExaminer = useHasExternalExaminer();
  return (
    <Table horizontalSpacing={0} my="-0.4rem" aria-label="Group details">
      <Table.Tbody style={{ verticalAlign: 'top' }}>
        {[...rows, ...(hasExaminer ? [examinerRow] : [])].map(({ label, read, field }, index) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" w="9rem" pe="md" fw={600} c="dimmed">
              {label}
            </Table.Th>
            <Table.Td className="breakable">
              {group ? (
                <>
                  <bdi>{read(group)}</bdi>
                  {field && (
                    <div>
                      <AskAbout kind="proposal" id={field} title={label} />
                    </div>
                  )}
                </>
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
