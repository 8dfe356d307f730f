import { Problem } from '#contract/problem.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { findNameByKey, isDuplicateName } from '#server/db/unique-names.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { recordGroupChanges } from './changes/record-changes.ts';
import { groupColumns } from './columns.ts';
import { isDuplicateMemberError } from './duplicate-member.ts';
import { createGroupNotFoundProblem, lockGroup } from './group-access.ts';
import { getFullGroup } from './read-groups.ts';
import { requireOpenCohort } from './require-open.ts';
import { notifyStaffChanges } from './staff/notify-staff-changes.ts';
import { findStaffBeforeBin } from './staff/staff-before-bin.ts';
import { getGroupChangeMetadata } from './write-group.ts';

/** Moves a group to the bin and keeps its marks and files. Its members can then submit a new proposal. */
export async function deleteGroup(services: Services, caller: Caller, groupId: string) {
  await writeAs(services, caller, async (context) => {
    const { trx } = context;
    await move(context, await lockGroup(trx, groupId), true);
  });
  return { message: 'Group deleted' };
}

/** Restores a group from the bin. Notifies staff whose account was linked or unlinked in the meantime. */
export async function restoreGroup(services: Services, caller: Caller, groupId: string) {
  const write = writeAs(services, caller, async (context) => {
    const { trx } = context;
    const group = await lockGroups(trx)
      .where('id', '=', groupId)
      .where('deleted_at', 'is not', null)
      .returning(groupColumns)
      .executeTakeFirst();
    if (!group) throw createGroupNotFoundProblem();
    await requireOpenCohort(trx, group.cohort_id);
    const before = await findStaffBeforeBin(trx, group);
    await move(context, group, false);
    await notifyStaffChanges(context, [{ before, after: { ...group, deleted_at: null } }]);
    return getFullGroup(trx, services.content, groupId);
  });
  const group = await write.catch(async (error) => {
    throw await toRestoreProblem(services.db, groupId, error);
  });
  services.mail.wake();
  return { message: 'Group restored', group };
}

async function move(
  context: WriteContext,
  { id: groupId, name }: Pick<DatabaseRow<'groups'>, 'id' | 'name'>,
  isDeleted: boolean,
) {
  const { caller } = context;
  await moveGroupAndMembers(context, groupId, isDeleted);
  const [from, to] = isDeleted ? ['in use', 'in the bin'] : ['in the bin', 'in use'];
  await recordGroupChanges(context, groupId, [{ part: 'group', field: 'place', from, to }]);
  const [action, detail] = isDeleted
    ? (['group-deleted', 'to the bin'] as const)
    : (['group-restored', 'from the bin'] as const);
  const subject = toGroupSubject({ id: groupId, name });
  await recordAuditEntry(context, { action, by: caller, subject, detail });
}

/** Moves a locked group and its current members to or from the bin. The caller records the history and the audit entry. */
export async function moveGroupAndMembers(
  context: WriteContext,
  groupId: string,
  isDeleted: boolean,
): Promise<void> {
  const { trx, now } = context;
  const deleted_at = isDeleted ? now.toISOString() : null;
  const group = trx
    .updateTable('groups')
    .set((eb) => ({ deleted_at, ...getGroupChangeMetadata(eb, context) }))
    .where('id', '=', groupId);
  const members = trx
    .updateTable('members')
    .set({ deleted_at })
    .where('group_id', '=', groupId)
    .where(isCurrentMember);
  await group.execute();
  await members.execute();
}

/** Converts a unique-index error to a `Problem`. Returns other errors unchanged. */
async function toRestoreProblem(db: Db, groupId: string, error: unknown): Promise<unknown> {
  if (isDuplicateName(error, 'groups')) {
    const name = await db.transaction().execute(async (trx) => {
      const deleted = trx.selectFrom('groups').select(['name', 'name_key']);
      const row = await deleted.where('id', '=', groupId).executeTakeFirstOrThrow();
      return (await findNameByKey(trx, 'groups', row.name_key)) ?? row.name;
    });
    const message = `Another group is now named ${name}. Rename that group first.`;
    return new Problem('name-taken', message);
  }
  if (isDuplicateMemberError(error)) {
    const message = 'A member of this group is now in another group. Change that group first.';
    return new Problem('already-in-group', message);
  }
  return error;
}
