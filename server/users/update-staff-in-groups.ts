import type { Db, Row } from '#server/db/tables.ts';
import { bindStaff, renameStaff, unbindStaff } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { requireNameOfPerson } from './require-name-of-person.ts';

type Account = Pick<Row<'users'>, 'id' | 'name' | 'email' | 'role' | 'blocked_at'>;

/**
 * Binds, unbinds or renames staff in groups after a change of an account's name, role or block. The caller holds both
 * names' locks. Throws `invalid` for the placeholder name.
 */
export async function updateStaffInGroups(
  db: Db,
  before: Account,
  after: Account,
  by: Caller,
  now: Date,
): Promise<void> {
  const [was, is] = [before.role === 'faculty', after.role === 'faculty'];
  const isRenamed = before.name !== after.name;
  if (was && !is) await unbindStaff(db, before, by, now);
  if (!is) return;
  if (isRenamed || !was) requireNameOfPerson(after.name);
  if (was && isRenamed) await renameStaff(db, before, after.name, by, now);
  const isBack = before.blocked_at !== null && after.blocked_at === null;
  if (isRenamed || !was || isBack) await bindStaff(db, after, by, now);
}
