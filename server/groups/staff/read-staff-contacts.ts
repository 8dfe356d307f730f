import type { FullGroup, StaffContact } from '#contract/groups.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';

/** Returns how to reach the group's staff. Omits people without an account and blocked accounts. */
export async function readStaffContacts(
  db: Db,
  { supervisorId, externalExaminerId }: FullGroup,
): Promise<StaffContact[]> {
  const ids = [supervisorId, externalExaminerId].filter((id) => id !== null);
  const rows = Map.groupBy(await accountsIn(db, { ids: JSON.stringify(ids) }), ({ id }) => id);
  const toContact = (role: StaffContact['role'], id: string | null): StaffContact[] => {
    const times = (id !== null && rows.get(id)) || [];
    return times.slice(0, 1).map(({ name, email }) => ({
      role,
      name,
      email,
      officeHours: times.flatMap(({ weekday, starts, ends }) =>
        weekday !== null && starts !== null && ends !== null ? [{ weekday, starts, ends }] : [],
      ),
    }));
  };
  return [
    ...toContact('supervisor', supervisorId),
    ...toContact('externalExaminer', externalExaminerId),
  ];
}

const accountsIn = prepareQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('users')
    .leftJoin('office_hours', 'office_hours.supervisor_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'weekday', 'starts', 'ends'])
    .where(isIdInJsonArray(db, 'users.id', ids))
    .where('users.blocked_at', 'is', null)
    .orderBy('weekday')
    .orderBy('starts'),
);
