import { createNoGroupProblem, findMembershipIn, maySeeAll } from '#server/groups/group-access.ts';
import { selectGroup } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readEntries, toCertificate } from './read-entries.ts';
import { readStates } from './read-states.ts';

/** Returns the state of every member, and the caller's own entries. Throws `not-found` without access to the group. */
export async function findCertificates({ db, content }: Services, caller: Caller, groupId: string) {
  const group = await db
    .selectFrom('groups')
    .select(['supervisor_id', 'external_examiner_id'])
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const membership =
    caller.role === 'student' ? await findMembershipIn(db, caller, groupId) : undefined;
  if (!group || !(membership || maySeeAll(caller, group))) throw createNoGroupProblem();
  const members = await readStates(db, content.courses.rule, selectGroup(db, groupId));
  const entries = membership && (await readEntries(db, membership.id)).map(toCertificate);
  return {
    members: members.map(({ memberId, name, state, sentence }) => ({
      memberId,
      name,
      state,
      sentence,
    })),
    rule: content.courses.rule,
    own: membership && entries ? { memberId: membership.id, entries } : null,
  };
}
