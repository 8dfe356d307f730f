import { Text } from '@mantine/core';
import { useHasExternalExaminer } from '#client/api/cohorts/cohort-content.ts';
import { PersonLine } from '#client/layout/person-line.tsx';
import { EmailLink } from '#client/ui/email-link.tsx';
import type { OwnGroup, StaffContact } from '#contract/groups.ts';
import { weekdays } from '#contract/rules/office-hours.ts';

type StaffContactsProps = {
  group: Pick<OwnGroup, 'supervisor' | 'externalExaminer'>;
  staff: readonly StaffContact[];
};

/** Lists the named staff of the group. People without an account have no contact details. */
export function StaffContacts({ group, staff }: StaffContactsProps) {
  const { supervisor, externalExaminer } = group;
  const hasExaminer = useHasExternalExaminer();
  const people = [
    // "other" means that the department assigns a supervisor later.
    { role: 'supervisor', label: 'Supervisor', name: supervisor === 'other' ? null : supervisor },
    {
      role: 'externalExaminer',
      label: 'External examiner',
      name: hasExaminer ? externalExaminer : null,
    },
  ] as const;
  if (people.every(({ name }) => !name)) return null;
  return (
    <ul className="plain ruled" aria-label="Staff" data-no-print>
      {people.map(({ role, label, name }) => {
        const contact = staff.find((each) => each.role === role);
        if (!name) return null;
        return (
          <PersonLine key={role} name={name} role={label}>
            {contact && <Contact {...contact} />}
          </PersonLine>
        );
      })}
    </ul>
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
