import { Problem } from '#contract/problem.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import {
  createGroupNotFoundProblem,
  findOwnMembership,
  requireConfirmedEmail,
} from './group-access.ts';

/** Returns the caller's membership. Throws `unconfirmed`, `no-group`, or `not-found` if no group member has `email`. */
export async function requireOwnGroup(db: Db, caller: Caller, email: string, cohort?: string) {
  requireConfirmedEmail(caller);
  if (email === caller.email) {
    const membership = await findOwnMembership(db, caller, cohort);
    if (!membership) throw new Problem('no-group', 'No details found.');
    return membership;
  }
  const [membership, groupIds] = await readTogether(db, (reader) =>
    Promise.all([
      findOwnMembership(reader, caller, cohort),
      listOwnGroupsWithMember(reader, caller, email),
    ]),
  );
  if (!membership || !groupIds.has(membership.group_id)) throw createGroupNotFoundProblem();
  return membership;
}

/** Returns the membership for which an admin uploads: that of the member with this email, like `findOwnMembership`. */
export async function requireMembershipByEmail(db: Db, email: string) {
  const membership = await db
    .selectFrom('members')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .select(['members.id', 'members.group_id'])
    .select(['groups.program', 'groups.cohort_id', 'groups.created_at'])
    .select('cohorts.version as cohort_version')
    .where('members.email', '=', email)
    .where('groups.deleted_at', 'is', null)
    .where(isCurrentMember)
    .orderBy((eb) => eb('members.closed_at', 'is not', null))
    .orderBy('groups.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!membership) throw new Problem('no-group', `No group has a member with the email ${email}.`);
  return membership;
}

/** Compares the emails of members and those of their accounts, because the two may differ in a closed cohort. */
async function listOwnGroupsWithMember(
  db: Db,
  { userId }: Caller,
  email: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select('members.group_id')
    .where('members.group_id', 'in', (eb) =>
      eb.selectFrom('members as own').select('own.group_id').where('own.user_id', '=', userId),
    )
    .where((eb) => eb.or([eb('members.email', '=', email), eb('users.email', '=', email)]))
    .where(isCurrentMember)
    .execute();
  return new Set(rows.map(({ group_id }) => group_id));
}
