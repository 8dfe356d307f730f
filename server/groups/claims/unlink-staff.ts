import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { lockCohortIfOpen } from '#server/groups/require-open.ts';
import { incrementGroupVersion } from '#server/groups/write-group.ts';

/**
 * Unlinks staff accounts from members of open cohorts, also of groups in the bin. The members keep their records, and an
 * admin decides about them under Attention. `left_by` keeps the account, which gets the membership back if it becomes a
 * student account again. Closed cohorts keep their links, because nothing there depends on them.
 */
export async function unlinkStaffFromMembers(
  context: WriteContext,
  scope: { userId: string } | { cohortId: string },
): Promise<void> {
  const { trx, caller } = context;
  const members = await trx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['members.id', 'members.name', 'members.roll', 'members.group_id'])
    .select(['users.id as userId', 'users.email', 'groups.name as groupName', 'groups.cohort_id'])
    .where('users.role', '!=', 'student')
    .where((eb) =>
      'userId' in scope
        ? eb('users.id', '=', scope.userId)
        : eb('groups.cohort_id', '=', scope.cohortId),
    )
    // A fixed order prevents deadlocks between concurrent changes.
    .orderBy('members.group_id')
    .execute();
  for (const { id, group_id, userId, email, ...member } of members) {
    await lockGroups(trx).where('id', '=', group_id).execute();
    if (!(await lockCohortIfOpen(trx, member.cohort_id))) continue;
    const unlinked = await trx
      .updateTable('members')
      .set({ user_id: null, left_by: userId })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!unlinked) continue;
    const change = { memberId: id, part: 'member', field: 'account', from: email, to: null };
    await recordGroupChanges(context, group_id, [change]);
    await incrementGroupVersion(context, group_id);
    const subject = toGroupSubject({ id: group_id, name: member.groupName });
    const detail = `${member.name} (${member.roll}) no longer belongs to ${email}, which is a staff account`;
    await recordAuditEntry(context, { action: 'group-changed', by: caller, subject, detail });
  }
}
