import type { FullGroup, StaffContact } from '#contract/groups.ts';
import { prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Returns how to reach the group's staff, without those who have no account or a blocked one. The external examiner is
 * left out for students, because they must not write to the person who assesses them.
 */
export async function readStaffContacts(
  db: Db,
  { supervisorId, externalExaminerId }: Pick<FullGroup, 'supervisorId' | 'externalExaminerId'>,
  isForStudent: boolean,
): Promise<StaffContact[]> {
  const people = [
    { role: 'supervisor', id: supervisorId },
    { role: 'externalExaminer', id: isForStudent ? null : externalExaminerId },
  ] as const;
  const contacts = await Promise.all(
    people.map(async ({ role, id }) => {
      const times = id === null ? [] : await findAccount(db, { id });
      return times.slice(0, 1).map(({ name, email }) => ({
        role,
        name,
        email,
        officeHours: times.flatMap(({ weekday, starts, ends }) =>
          weekday !== null && starts !== null && ends !== null ? [{ weekday, starts, ends }] : [],
        ),
      }));
    }),
  );
  return contacts.flat();
}

const findAccount = prepareQuery((db, { id }: { id: string }) =>
  db
    .selectFrom('users')
    .leftJoin('office_hours', 'office_hours.supervisor_id', 'users.id')
    .select(['users.name', 'users.email', 'weekday', 'starts', 'ends'])
    .where('users.id', '=', id)
    .where('users.blocked_at', 'is', null)
    .orderBy('weekday')
    .orderBy('starts'),
);
