import { SimpleGrid, Text } from '@mantine/core';
import { useHasExternalExaminer } from '#client/api/cohorts/cohort-content.ts';
import { PersonLine } from '#client/layout/person-line.tsx';
import { EmailLink } from '#client/ui/email-link.tsx';
import type { OwnGroup, PublicMember, StaffContact } from '#contract/groups.ts';
import { weekdays } from '#contract/rules/office-hours.ts';

type Named = Pick<OwnGroup, 'supervisor' | 'externalExaminer'>;
type GroupPeopleProps = {
  group: Named;
  /** Staff with an account. The others have no contact details. */
  staff: readonly StaffContact[] | undefined;
  /** Listed before the staff. */
  members?: readonly PublicMember[];
};

/** "other" means that the department assigns a supervisor later. */
export const hasSupervisor = ({ supervisor }: Pick<Named, 'supervisor'>) => supervisor !== 'other';

/** Lists the staff of a group, and its members if they are given, with their email addresses. */
export function GroupPeople({ group, staff = [], members = [] }: GroupPeopleProps) {
  const hasExaminer = useHasExternalExaminer();
  const named = [
    {
      role: 'supervisor',
      label: 'Supervisor',
      name: hasSupervisor(group) ? group.supervisor : null,
    },
    {
      role: 'externalExaminer',
      label: 'External examiner',
      name: hasExaminer ? group.externalExaminer : null,
    },
  ] as const;
  if (members.length === 0 && named.every(({ name }) => !name)) return null;
  return (
    <SimpleGrid
      component="ul"
      type="container"
      cols={{ base: 1, '30rem': 2, '55rem': 3, '80rem': 5 }}
      spacing="lg"
      verticalSpacing="sm"
      className="plain"
      aria-label={members.length > 0 ? 'People of the group' : 'Staff'}
    >
      {members.map(({ _id, name, roll, email }) => (
        <PersonLine key={_id} name={name} role={roll}>
          <EmailLink email={email} size="sm" />
        </PersonLine>
      ))}
      {named.map(({ role, label, name }) => {
        const contact = staff.find((each) => each.role === role);
        if (!name) return null;
        return (
          <PersonLine key={role} name={name} role={label}>
            {contact && <Contact {...contact} />}
          </PersonLine>
        );
      })}
    </SimpleGrid>
  );
}

function Contact({ email, officeHours }: StaffContact) {
  const times = officeHours.map(
    ({ weekday, starts, ends }) => `${weekdays[weekday - 1]} ${starts}–${ends}`,
  );
  return (
    <>
      <EmailLink email={email} size="sm" />
      {times.length > 0 && <Text size="sm">Office hours: {times.join(', ')}</Text>}
    </>
  );
}
