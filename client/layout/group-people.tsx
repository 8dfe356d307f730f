import { SimpleGrid } from '@mantine/core';
import { useHasExternalExaminer } from '#client/api/cohorts/cohort-content.ts';
import { PersonLine } from '#client/layout/person-line.tsx';
import { EmailLink } from '#client/ui/email-link.tsx';
import type { EndpointReply } from '#contract/endpoint.ts';
import type { getGroup } from '#contract/groups.ts';

type GroupPeopleProps = EndpointReply<typeof getGroup>;

/** "other" means that the department assigns a supervisor later. */
export const hasSupervisor = ({ supervisor }: GroupPeopleProps['group']) => supervisor !== 'other';

/** The members and the staff of a group, for its page’s header. */
export function GroupPeople({ group, staffEmails }: GroupPeopleProps) {
  const hasExaminer = useHasExternalExaminer();
  const people = [
    ...group.fypGroupMembers.map(({ _id, name, roll, email }) => ({
      id: _id,
      name,
      role: roll,
      email,
    })),
    ...(hasSupervisor(group)
      ? [{ id: 's', name: group.supervisor, role: 'Supervisor', email: staffEmails.supervisor }]
      : []),
    ...(hasExaminer && group.externalExaminer
      ? [
          {
            id: 'e',
            name: group.externalExaminer,
            role: 'External examiner',
            email: staffEmails.externalExaminer,
          },
        ]
      : []),
  ];
  return (
    <SimpleGrid
      component="ul"
      type="container"
      cols={{ base: 1, '30rem': 2, '55rem': 3, '80rem': 5 }}
      spacing="lg"
      verticalSpacing="sm"
      mb="lg"
      className="plain wide"
      aria-label="People of the group"
    >
      {people.map(({ id, name, role, email }) => (
        <PersonLine key={id} name={name} role={role}>
          {email && <EmailLink email={email} size="sm" />}
        </PersonLine>
      ))}
    </SimpleGrid>
  );
}
