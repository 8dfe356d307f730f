import { findMembershipIn, maySeeAll, noSuchGroup } from '#server/groups/group-access.ts';
import { onlyGroup } from '#server/groups/lists/groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { asCertificate, readEntries } from './read-entries.ts';
import { readStates } from './read-states.ts';

/** Members see each other’s state, and entries of their own alone. Throws `not-found` for whoever may not see the group. */
export async function findCertificates({ db, content }: Services, caller: Caller, groupId: string) {
  const group = await db
    .selectFrom('groups')
    .select(['supervisor_id', 'external_examiner_id'])
    .where('id', '=', groupId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const own = caller.role === 'student' ? await findMembershipIn(db, caller, groupId) : undefined;
  if (!group || !(own || maySeeAll(caller, group))) throw noSuchGroup();
  const members = await readStates(db, content.courses.rule, onlyGroup(db, groupId));
  const entries = own && (await readEntries(db, own.id)).map(asCertificate);
  return {
    members: members.map(({ memberId, name, state, sentence }) => ({
      memberId,
      name,
      state,
      sentence,
    })),
    rule: content.courses.rule,
    own: own && entries ? { memberId: own.id, entries } : null,
  };
}
