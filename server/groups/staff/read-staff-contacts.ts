import type { FullGroup, StaffContact } from '#contract/groups.ts';
import { prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';

/**
 * Returns how students reach their supervisor, or nothing if the supervisor has no account or a blocked one. The external
 * examiner is left out, because students must not write to the person who assesses them.
 */
export async function readStaffContacts(
  db: Db,
  { supervisorId }: Pick<FullGroup, 'supervisorId'>,
): Promise<StaffContact[]> {
  if (supervisorId === null) return [];
  const times = await findAccount(db, { id: supervisorId });
  return times.slice(0, 1).map(({ name, email }) => ({
    role: 'supervisor',
    name,
    email,
    officeHours: times.flatMap(({ weekday, starts, ends }) =>
      weekday !== null && starts !== null && ends !== null ? [{ weekday, starts, ends }] : [],
    ),
  }));
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
