import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { lockGroups } from '#server/db/lock-rows.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type NewGroupChange, recordGroupChanges } from '#server/groups/changes/record-changes.ts';
import { lockCohortIfOpen } from '#server/groups/require-open.ts';
import { writeMember } from '#server/groups/write-group.ts';

/** Returns the rows from which these members moved, directly or through other groups, in the order of their groups. */
export async function findEarlierRows(db: Db, memberIds: readonly string[]) {
  const ids = (await findEarlierIds(db, memberIds)).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select(['members.id', 'members.group_id', 'members.left_at', 'members.name', 'members.roll'])
    .select(['groups.name as group_name', 'groups.cohort_id'])
    .where(isIdInJsonArray(db, 'members.id', JSON.stringify(ids)))
    .execute();
  return rows.toSorted((a, b) => (a.group_id < b.group_id ? -1 : 1));
}

const findEarlierIds = (db: Db, memberIds: readonly string[]) =>
  db
    .withRecursive('earlier(id)', (cte) =>
      cte
        .selectFrom('departures')
        .select('member_id as id')
        .where(isIdInJsonArray(db, 'moved_to_member', JSON.stringify(memberIds)))
        .union((union) =>
          union
            .selectFrom('earlier')
            // SQLite keeps the order of a cross join, so that it looks departures up by their index.
            .crossJoin('departures')
            .whereRef('departures.moved_to_member', '=', 'earlier.id')
            .select('departures.member_id as id'),
        ),
    )
    .selectFrom('earlier')
    .select('id')
    .execute();

/** Locks a group and those from which its members moved, in the order of their ids, as a move does. */
export async function lockGroupsOfMembers(db: Db, groupId: string): Promise<void> {
  const members = db.selectFrom('members').select('id').where('group_id', '=', groupId);
  const current = await members.where(isCurrentMember).execute();
  const earlier = await findEarlierRows(
    db,
    current.map(({ id }) => id),
  );
  const ids = new Set([groupId, ...earlier.map(({ group_id }) => group_id)]);
  for (const id of [...ids].toSorted()) await lockGroups(db).where('id', '=', id).execute();
}

/**
 * Applies a correction of a person to the rows from which they moved, because an account claims earlier marks by the email.
 * The histories of these groups and the audit trail contain it. Their versions stay, because an update of these groups
 * contains current members only. Skips closed cohorts, which nothing changes.
 */
export async function correctEarlierRows(
  context: WriteContext,
  memberId: string,
  values: Partial<DatabaseRow<'members'>>,
  changes: readonly NewGroupChange[],
): Promise<void> {
  const { trx, caller } = context;
  const fields = changes.map(({ field }) => field.replaceAll('_', ' ')).join(', ');
  for (const row of await findEarlierRows(trx, [memberId])) {
    const { id, group_id, group_name, cohort_id, name, roll } = row;
    await lockGroups(trx).where('id', '=', group_id).execute();
    if (!(await lockCohortIfOpen(trx, cohort_id))) continue;
    if (Object.keys(values).length > 0) await writeMember(trx, { id, group_id }, values);
    await recordGroupChanges(
      context,
      group_id,
      changes.map((change) => ({ ...change, memberId: id })),
    );
    await recordAuditEntry(context, {
      action: 'group-changed',
      by: caller,
      subject: toGroupSubject({ id: group_id, name: group_name }),
      detail: `of ${name} (${roll}), who moved to another group: ${fields}`,
    });
  }
}
