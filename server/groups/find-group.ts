import type { ExpressionBuilder } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { findMembershipIn, maySeeAll, noSuchGroup, requireOwnGroup } from './group-access.ts';
import { asSeenBy, fullGroups, getFullGroup, groupRows } from './read-groups.ts';

/** A student gets their own details, whichever member's email they name. Throws `no-group`, `not-found`. */
export async function findGroup(
  { db, content }: Services,
  caller: Caller,
  email: string,
  cohort?: string,
) {
  if (caller.role === 'student') {
    const own = await requireOwnGroup(db, caller, email, cohort);
    const group = await getFullGroup(db, content, own.group_id);
    return reply(group, own.id, asSeenBy(own.id, group));
  }
  const row = await groupRows(db)
    .innerJoin('members', 'members.group_id', 'groups.id')
    .select('members.id as member_id')
    .where((eb) =>
      eb.or([eb('members.email', '=', email), eb('members.user_id', '=', accountOf(eb, email))]),
    )
    .where('members.deleted_at', 'is', null)
    .$if(cohort !== undefined, (query) =>
      query
        .innerJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
        .where('cohorts.code_key', '=', (cohort ?? '').toLowerCase()),
    )
    // An address in a closed cohort may be another account's by now.
    .orderBy((eb) => eb('members.user_id', 'is not distinct from', accountOf(eb, email)), 'desc')
    .orderBy((eb) => eb('members.closed_at', 'is not', null))
    .orderBy('groups.created_at', 'desc')
    .executeTakeFirst();
  if (!row || !maySeeAll(caller, row)) throw noSuchGroup();
  const [group] = await fullGroups(db, content, [row]);
  if (!group) throw noSuchGroup();
  return reply(group, row.member_id, group);
}

const accountOf = (eb: ExpressionBuilder<Tables, 'members'>, email: string) =>
  eb.selectFrom('users').select('users.id').where('users.email', '=', email);

/** By its name. Throws `not-found`, also for a group that is none of the caller's, and for one in the bin. */
export async function getGroup({ db, content }: Services, caller: Caller, name: string) {
  const row = await groupRows(db)
    .where('groups.name', '=', name)
    .where('groups.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw noSuchGroup();
  const own = caller.role === 'student' ? await findMembershipIn(db, caller, row.id) : undefined;
  if (!own && !maySeeAll(caller, row)) throw noSuchGroup();
  const group = await getFullGroup(db, content, row.id);
  return { group: own ? asSeenBy(own.id, group) : group };
}

/** By its id, whole. Throws `not-found`, also for one in the bin. */
export async function readGroup({ db, content }: Services, groupId: string) {
  const group = await getFullGroup(db, content, groupId);
  if (group.deletedAt !== null) throw noSuchGroup();
  return { group };
}

function reply<G>(full: Awaited<ReturnType<typeof getFullGroup>>, memberId: string, group: G) {
  const member = full.fypGroupMembers.find(({ _id }) => _id === memberId);
  if (!member) throw noSuchGroup();
  return { group, member, message: 'Details found.' };
}
