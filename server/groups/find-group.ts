import { type ExpressionBuilder, sql } from 'kysely';
import { prepareQuery } from '#server/db/prepared-query.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import {
  createGroupNotFoundProblem,
  findGroupAccess,
  hasFullGroupAccess,
  isGroupVisibleTo,
} from './group-access.ts';
import { requireOwnGroup } from './own-group.ts';
import { getFullGroup, getFullGroups, selectGroupRows, toOwnGroup } from './read-groups.ts';
import { readStaffContacts } from './staff/read-staff-contacts.ts';

/** Returns the group of the member with this email. Hides other members' details from students. */
export async function findGroup(
  { db, content }: Services,
  caller: Caller,
  email: string,
  cohort?: string,
) {
  if (caller.role === 'student') {
    const membership = await requireOwnGroup(db, caller, email, cohort);
    const group = await getFullGroup(db, content, membership.group_id);
    const { cohort_id, cohort_version } = membership;
    const [{ rules }, [leaveRequest], staff] = await Promise.all([
      content.cohort(db, cohort_id, cohort_version),
      findShownLeaveRequest(db, { memberId: membership.id }),
      readStaffContacts(db, group, true),
    ]);
    const { reviewDays = 0 } = rules;
    return {
      ...reply(group, membership.id, toOwnGroup(membership.id, group)),
      ...(staff.length > 0 && { staff }),
      ...(membership.former_id !== null && { hasLeftGroups: true as const }),
      ...(reviewDays > 0 && { hasReviews: true as const }),
      ...(leaveRequest && { hasAskedToLeave: true as const }),
    };
  }
  const row = await selectGroupRows(db)
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
    // Prefer the member whose account has this email now: a member in a closed cohort keeps their old email.
    .orderBy((eb) => eb('members.user_id', 'is not distinct from', accountOf(eb, email)), 'desc')
    .orderBy((eb) => eb('members.closed_at', 'is not', null))
    .orderBy('groups.created_at', 'desc')
    .executeTakeFirst();
  if (!row || !hasFullGroupAccess(caller, row)) throw createGroupNotFoundProblem();
  const [group] = await getFullGroups(db, content, [row]);
  if (!group) throw createGroupNotFoundProblem();
  return reply(group, row.member_id, group);
}

/** Finds a request to leave the group that the student's page shows. */
const findShownLeaveRequest = prepareQuery((db, { memberId }: { memberId: string }) =>
  db
    .selectFrom('leave_requests')
    .select('id')
    .where('member_id', '=', memberId)
    .where((eb) => eb.or([eb('decision', 'is', null), eb('decision', '=', 'refused')]))
    .limit(1),
);

const accountOf = (eb: ExpressionBuilder<Tables, 'members'>, email: string) =>
  eb.selectFrom('users').select('users.id').where('users.email', '=', email);

/** Returns the group with this name, or else the visible group that was last renamed from it. Throws `not-found`. */
export async function getGroup({ db, content }: Services, caller: Caller, name: string) {
  const active = selectGroupRows(db).where('groups.deleted_at', 'is', null);
  const row =
    (await active.where('groups.name', '=', name).executeTakeFirst()) ??
    (await active
      .innerJoin('changes', 'changes.group_id', 'groups.id')
      // Literals, so that both databases use the partial index of former names.
      .where('changes.part', '=', sql.lit('group'))
      .where('changes.field', '=', sql.lit('name'))
      .where('changes.value_from', '=', name)
      .where(isGroupVisibleTo(caller))
      .orderBy('changes.changed_at', 'desc')
      .limit(1)
      .executeTakeFirst());
  if (!row) throw createGroupNotFoundProblem();
  return readTogether(db, async (reader) => {
    const [access, [group]] = await Promise.all([
      findGroupAccess(reader, caller, row),
      getFullGroups(reader, content, [row]),
    ]);
    if (!access || !group) throw createGroupNotFoundProblem();
    const { memberId } = access;
    const staff = await readStaffContacts(reader, group, Boolean(memberId));
    return { group: memberId ? toOwnGroup(memberId, group) : group, staff };
  });
}

export async function readGroup({ db, content }: Services, groupId: string) {
  const group = await getFullGroup(db, content, groupId);
  if (group.deletedAt !== null) throw createGroupNotFoundProblem();
  return { group };
}

function reply<G>(full: Awaited<ReturnType<typeof getFullGroup>>, memberId: string, group: G) {
  const member = full.fypGroupMembers.find(({ _id }) => _id === memberId);
  if (!member) throw createGroupNotFoundProblem();
  return { group, member, message: 'Details found.' };
}
