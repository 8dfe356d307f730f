import type { ImportRowError } from '#contract/admin/imports.ts';
import { toNameKey } from '#contract/values/text.ts';
import type { Db } from '#server/db/tables.ts';
import { readGroupRoles } from '#server/groups/roles/find-role-conflicts.ts';
import {
  computeRoleConflicts,
  formatRoleConflict,
  type RoleHolder,
} from '#server/groups/roles/role-conflicts.ts';
import { findAccountByName } from '#server/groups/staff/bind-staff.ts';
import type { GroupToImport } from './check-groups.ts';
import type { UserToImport } from './check-users.ts';
import { runInBatches } from './row-errors.ts';

/** Returns an error for each new member who has the email of the group's supervisor. */
export async function findMemberRoleConflicts(
  db: Db,
  groups: readonly GroupToImport[],
): Promise<ImportRowError[]> {
  const supervisors = new Map<string, RoleHolder>();
  for (const name of new Set(groups.map(({ supervisor }) => supervisor))) {
    const userId = (await findAccountByName(db, name)) ?? null;
    const account = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirst();
    const email = account?.email ?? null;
    supervisors.set(name, { role: 'supervisor', name, userId, email });
  }
  return groups.flatMap(({ supervisor, members }) => {
    const holders = members.map(
      ({ row, name, email }): RoleHolder => ({
        role: 'member',
        memberId: String(row),
        name,
        email,
        userId: null,
      }),
    );
    const named = supervisors.get(supervisor);
    return computeRoleConflicts(named ? [...holders, named] : holders).map((conflict) => ({
      row: Number(conflict.first.memberId),
      column: 'email',
      message: formatRoleConflict(conflict, 'this group'),
    }));
  });
}

/**
 * Returns an error for each new faculty account that would get a second role in a group. If several rows have the same
 * name, only the account whose email sorts first may get the roles that are waiting for this name. If a faculty account
 * already has the name, no new account gets them.
 */
export async function findStaffRoleConflicts(
  db: Db,
  users: readonly UserToImport[],
): Promise<ImportRowError[]> {
  const staff = new Map<string, UserToImport>();
  for (const user of users.filter(({ role }) => role === 'faculty')) {
    const other = staff.get(toNameKey(user.name));
    if (!other || user.email < other.email) staff.set(toNameKey(user.name), user);
  }
  const named = await runInBatches([...staff.keys()], (keys) => findFacultyNames(db, keys));
  for (const { name_key } of named) staff.delete(name_key);
  const waiting = await runInBatches([...staff.keys()], (waitingFor) =>
    readGroupRoles(db, { waitingFor }),
  );
  const errors = waiting.flatMap(({ name, holders }) => {
    const after = holders.map((holder) => bind(holder, staff.get(toNameKey(holder.name))));
    return computeRoleConflicts(after).flatMap((conflict): ImportRowError[] => {
      const user = staff.get(toNameKey(conflict.second.name));
      if (!user || conflict.second.userId !== user.email) return [];
      return [{ row: user.row, column: 'email', message: formatRoleConflict(conflict, name) }];
    });
  });
  return [...new Map(errors.map((error) => [error.row, error])).values()];
}

const findFacultyNames = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('users')
    .select('name_key')
    .where('name_key', 'in', keys)
    .where('role', '=', 'faculty')
    .where('blocked_at', 'is', null)
    .execute();

/** Simulates giving a role to an account that is not stored yet. Uses the account's email in place of its id. */
function bind(holder: RoleHolder, user: UserToImport | undefined): RoleHolder {
  if (!user || holder.role === 'member' || holder.userId !== null) return holder;
  return { ...holder, userId: user.email, email: user.email };
}
