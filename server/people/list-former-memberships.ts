import type { FormerMembership } from '#contract/people.ts';
import { requireConfirmedEmail } from '#server/groups/group-access.ts';
import { getFullGroupsById } from '#server/groups/read-groups.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';

/**
 * Returns the groups that the caller has left, newest first, with the caller's own marks and files. Throws
 * `unconfirmed`.
 */
export async function listFormerMemberships(
  { db, content }: Services,
  caller: Caller,
): Promise<{ memberships: FormerMembership[] }> {
  requireConfirmedEmail(caller);
  const left = await db
    .selectFrom('members')
    .select(['id', 'group_id'])
    .where('user_id', '=', caller.userId)
    .where('left_at', 'is not', null)
    .orderBy('left_at', 'desc')
    .orderBy('id')
    .execute();
  const ids = left.map(({ group_id }) => group_id);
  const groups = await getFullGroupsById(db, content, ids, { withDetails: true });
  return {
    memberships: left.flatMap(({ id, group_id }): FormerMembership[] => {
      const group = groups.find(({ _id }) => _id === group_id);
      const former = group?.formerMembers?.find(({ _id }) => _id === id);
      if (!group || !former?.member) return [];
      const { fypGroupName, cohortId } = group;
      const { leftOn, member } = former;
      const documents = group.documents.filter(({ memberId }) => memberId === id);
      return [{ fypGroupName, cohortId, leftOn, member, documents }];
    }),
  };
}
