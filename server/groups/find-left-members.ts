import type { LeftMember } from '#contract/admin.ts';
import type { Db } from '#server/db/tables.ts';

/** Members whose account has another email than they, while neither has a match by its own. */
export async function findLeftMembers(db: Db): Promise<LeftMember[]> {
  const found = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.left_by')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .select([
      'members.id as memberId',
      'members.name as memberName',
      'members.email as memberEmail',
      'groups.id as groupId',
      'groups.name as fypGroupName',
      'groups.version',
      'users.id as userId',
      'users.name',
      'users.email',
    ])
    .where('members.deleted_at', 'is', null)
    .where('members.closed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as owner').select('id').whereRef('owner.email', '=', 'members.email'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('members as own')
            .select('id')
            .whereRef('own.email', '=', 'users.email')
            .where('own.deleted_at', 'is', null),
        ),
      ),
    )
    .orderBy('groups.name')
    .orderBy('members.position')
    .execute();
  return found.map(({ groupId, fypGroupName, version, userId, name, email, ...member }) => ({
    ...member,
    group: { _id: groupId, fypGroupName, version },
    account: { _id: userId, name, email },
  }));
}
