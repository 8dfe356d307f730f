import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  bindAccountToGroups,
  renameStaffInGroups,
  unbindAccountFromGroups,
} from '#server/groups/staff/bind-staff.ts';
import { notifyStaffChanges } from '#server/groups/staff/notify-staff-changes.ts';
import { requireNotPlaceholderName } from './require-name-of-person.ts';

type Account = Pick<DatabaseRow<'users'>, 'id' | 'name' | 'email' | 'role' | 'blocked_at'>;

/**
 * Links, unlinks or renames an account in groups after it was renamed, unblocked or given another role, and notifies it
 * of the groups that it gets or loses. Throws `invalid` if the new name is the placeholder “other”. The caller must have locked the old and new name with
 * `lockStaffNames`.
 */
export async function updateStaffInGroups(
  context: WriteContext,
  before: Account,
  after: Account,
): Promise<void> {
  const [was, is] = [before.role === 'faculty', after.role === 'faculty'];
  const isRenamed = before.name !== after.name;
  if (was && !is) await notifyStaffChanges(context, await unbindAccountFromGroups(context, before));
  if (!is) return;
  if (isRenamed || !was) requireNotPlaceholderName(after.name);
  if (was && isRenamed) await renameStaffInGroups(context, before, after.name);
  const isBack = before.blocked_at !== null && after.blocked_at === null;
  if (isRenamed || !was || isBack) {
    await notifyStaffChanges(context, await bindAccountToGroups(context, after));
  }
}
