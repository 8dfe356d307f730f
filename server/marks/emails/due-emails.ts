import { isCurrentMember } from '#server/db/current-member.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { groupColumns } from '#server/groups/columns.ts';
import { queuePendingEmails } from './mail-group.ts';

/** Returns the cohort's members whose marks or viva record have changed since the last email to them. */
export const listMembersWithDueEmails = (db: Db, cohortId: string) =>
  db
    .selectFrom('groups')
    .innerJoin('members', 'members.group_id', 'groups.id')
    .select(['groups.id as groupId', 'members.id as memberId'])
    .where('groups.cohort_id', '=', cohortId)
    .where('groups.deleted_at', 'is', null)
    .where(isCurrentMember)
    .where((eb) =>
      eb.or([
        eb('groups.viva_revision', '>', eb.ref('members.notified_viva_revision')),
        eb.exists(
          eb
            .selectFrom('marks')
            .select('marks.member_id')
            .whereRef('marks.member_id', '=', 'members.id')
            .whereRef('marks.revision', '>', 'marks.notified_revision'),
        ),
      ]),
    )
    .orderBy('groups.id')
    .execute();

/** Locks the cohort's groups for which emails are due, in id order. Call it before locking the cohort. */
export async function lockGroupsWithDueEmails(
  db: Db,
  cohortId: string,
): Promise<DatabaseRow<'groups'>[]> {
  const locked: DatabaseRow<'groups'>[] = [];
  for (const id of new Set(
    (await listMembersWithDueEmails(db, cohortId)).map(({ groupId }) => groupId),
  )) {
    const groups = lockGroups(db).where('id', '=', id).where('deleted_at', 'is', null);
    locked.push(...(await groups.returning(groupColumns).execute()));
  }
  return locked;
}

/** Queues the emails that are due for the groups, and returns their number. The caller must hold the groups' locks. */
export async function queueDueEmails(
  context: WriteContext,
  groups: readonly DatabaseRow<'groups'>[],
): Promise<number> {
  const { caller } = context;
  let queued = 0;
  for (const group of groups) {
    queued += (await queuePendingEmails(context, caller, group)).length;
  }
  return queued;
}
