import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { maySeeAll, noSuchGroup, requireOwnGroup } from './group-access.ts';
import { asSeenBy, fullGroups, getFullGroup, groupRows } from './read-groups.ts';

/** A student gets their own details, whichever member's email they name. Throws `no-group`, `not-found`. */
export async function findGroup({ db, content }: Services, caller: Caller, email: string) {
  if (caller.role === 'student') {
    const own = await requireOwnGroup(db, caller, email);
    const group = await getFullGroup(db, content.scheme, own.group_id);
    return reply(group, own.id, asSeenBy(own.id, group));
  }
  const row = await groupRows(db)
    .innerJoin('members', 'members.group_id', 'groups.id')
    .select('members.id as member_id')
    .where('members.email', '=', email)
    .where('members.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row || !maySeeAll(caller, row)) throw noSuchGroup();
  const [group] = await fullGroups(db, content.scheme, [row]);
  // mutant-harmless refusal: there is always one here; the check is for the compiler
  if (!group) throw noSuchGroup();
  return reply(group, row.member_id, group);
}

function reply<G>(full: Awaited<ReturnType<typeof getFullGroup>>, memberId: string, group: G) {
  const member = full.fypGroupMembers.find(({ _id }) => _id === memberId);
  // mutant-harmless refusal: there is always one here; the check is for the compiler
  if (!member) throw noSuchGroup();
  return { group, member, message: 'Details found.' };
}
