import type { LeaveRequest } from '#contract/students/leave-requests.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import type { Db } from '#server/db/tables.ts';
import { createGroupNotFoundProblem, getVisibleGroup } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';

/** Selects requests with the member and the group. Former members are included, because they read how it was decided. */
export const selectLeaveRequests = (db: Db) =>
  db
    .selectFrom('leave_requests')
    .innerJoin('members', 'members.id', 'leave_requests.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .selectAll('leave_requests')
    .select(['members.name as member_name', 'members.user_id'])
    .select(['groups.id as group_id', 'groups.name as group_name', 'groups.cohort_id']);

/** Selects the requests that an admin can decide. */
export const selectPendingRequests = (db: Db) =>
  selectLeaveRequests(db)
    .leftJoin('cohorts', 'cohorts.id', 'groups.cohort_id')
    .where('leave_requests.decision', 'is', null)
    .where('groups.deleted_at', 'is', null)
    .where('cohorts.closed_at', 'is', null)
    .where(isCurrentMember);

/** Returns the pending requests, oldest first, of one group or of all. */
export async function listLeaveRequests(db: Db, groupId: string | undefined) {
  const rows = await selectPendingRequests(db)
    .$if(groupId !== undefined, (query) => query.where('groups.id', '=', groupId ?? ''))
    .orderBy('requested_at')
    .orderBy('leave_requests.id')
    .execute();
  return {
    requests: rows.map(
      (row): LeaveRequest => ({
        _id: row.id,
        groupId: row.group_id,
        fypGroupName: row.group_name,
        cohortId: row.cohort_id,
        memberId: row.member_id,
        memberName: row.member_name,
        reason: row.reason,
        requestedAt: row.requested_at,
      }),
    ),
  };
}

/** Returns the caller’s latest request to leave the group. Throws `not-found`. */
export async function findOwnLeaveRequest(db: Db, caller: Caller, groupId: string) {
  const { memberId } = await getVisibleGroup(db, caller, groupId);
  if (memberId === undefined) throw createGroupNotFoundProblem();
  const row = await db
    .selectFrom('leave_requests')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return {
    request: row
      ? {
          _id: row.id,
          reason: row.reason,
          requestedAt: row.requested_at,
          decision: row.decision,
          decisionReason: row.decision_reason,
          decidedBy: row.decided_by_name,
          decidedAt: row.decided_at,
        }
      : null,
  };
}
