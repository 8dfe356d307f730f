import { resolveStaffAccounts, type StaffAccount } from '#server/admin/resolve-staff.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { lockGroup } from '#server/groups/group-access.ts';
import { notifyStaffChanges } from '#server/groups/staff/notify-staff-changes.ts';
import { writeGroup } from '#server/groups/write-group.ts';

/**
 * Replaces the supervisor of a locked group and notifies the previous one, the new one and the members. The caller must
 * have locked the name and the account with `lockStaffAccounts`. Returns the ids of the queued emails.
 */
export async function replaceSupervisor(
  context: WriteContext,
  group: DatabaseRow<'groups'>,
  wanted: { supervisor: string; supervisorId?: string | undefined },
  chosen: readonly StaffAccount[],
): Promise<string[]> {
  const { trx } = context;
  const { supervisor, supervisorId } = wanted;
  const { values, changes } = await resolveStaffAccounts(
    trx,
    group,
    { supervisor, supervisorId },
    chosen,
  );
  await writeGroup(trx, group.id, values);
  await recordGroupChanges(context, group.id, changes);
  return notifyStaffChanges(context, [{ before: group, after: await lockGroup(trx, group.id) }]);
}
