import { Problem } from '#contract/problem.ts';
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
  const membership = await findOwnMembership(db, caller, cohort);
  if (membership && email !== caller.email && !(await hasMember(db, membership.group_id, email))) {
    throw createGroupNotFoundProblem();
  }
  if (!membership)
    throw email === caller.email
      ? new Problem('no-group', 'No details found.')
      : createGroupNotFoundProblem();
  return membership;
}

/** Checks the emails of members and those of their accounts, because the two may differ in a closed cohort. */
async function hasMember(db: Db, groupId: string, email: string): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .leftJoin('users', 'users.id', 'members.user_id')
    .select('members.id')
    .where('members.group_id', '=', groupId)
    .where((eb) => eb.or([eb('members.email', '=', email), eb('users.email', '=', email)]))
    .executeTakeFirst();
  return member !== undefined;
}
