import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  bindAccountToGroups,
  renameStaffInGroups,
  unbindAccountFromGroups,
} from '#server/groups/staff/bind-staff.ts';
import { requireNotPlaceholderName } from './require-name-of-person.ts';

type Account = Pick<DatabaseRow<'users'>, 'id' | 'name' | 'email' | 'role' | 'blocked_at'>;

/**
 * Updates the groups after the name or role of an account has changed or the account was unblocked: links the account
 * to groups as supervisor or examiner, unlinks it from them, or renames it in them. The caller must have locked the old
 * and the new name with `lockStaffNames`. Throws `invalid` if the new name is the placeholder for a supervisor who is
 * named later.
 */
export async function updateStaffInGroups(
  context: WriteContext,
  before: Account,
  after: Account,
): Promise<void> {
  const [was, is] = [before.role === 'faculty', after.role === 'faculty'];
  const isRenamed = before.name !== after.name;
  if (was && !is) await unbindAccountFromGroups(context, before);
  if (!is) return;
  if (isRenamed || !was) requireNotPlaceholderName(after.name);
  if (was && isRenamed) await renameStaffInGroups(context, before, after.name);
  const isBack = before.blocked_at !== null && after.blocked_at === null;
  if (isRenamed || !was || isBack) await bindAccountToGroups(context, after);
}
