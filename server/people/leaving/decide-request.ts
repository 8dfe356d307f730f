import { Problem } from '#contract/problem.ts';
import { formatDateTime } from '#contract/values/time.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { WriteContext, WriteTransaction } from '#server/db/write-context.ts';
import { type LockedGroup, lockGroup } from '#server/groups/group-access.ts';
import { selectLeaveRequests } from './read-requests.ts';

export type LeaveRequestRow = Awaited<
  ReturnType<ReturnType<typeof selectLeaveRequests>['execute']>
>[number];

/**
 * Locks the group of a pending request. Students find only their own. Throws `not-found`, `cohort-closed`, or
 * `stale-version` if the request is decided.
 */
export async function lockPendingRequest(
  context: WriteContext,
  requestId: string,
): Promise<{ group: LockedGroup; request: LeaveRequestRow }> {
  const { group_id: groupId } = await getPendingRequest(context, requestId);
  const group = await lockGroup(context.trx, groupId);
  // Read the request again under the lock, because it may have been decided since the first read.
  return { group, request: await getPendingRequest(context, requestId) };
}

const verbs = { accepted: 'accepted', refused: 'declined', withdrawn: 'withdrew' };

async function getPendingRequest(
  { trx, services, caller }: WriteContext,
  requestId: string,
): Promise<LeaveRequestRow> {
  const row = await selectLeaveRequests(trx)
    .where('leave_requests.id', '=', requestId)
    .$if(caller.role !== 'admin', (query) => query.where('members.user_id', '=', caller.userId))
    .executeTakeFirst();
  if (!row) throw new Problem('not-found', 'This request doesn’t exist, or you don’t have access.');
  const { decision, decided_by_name, decided_at } = row;
  if (decision === null) return row;
  const when = decided_at ? formatDateTime(decided_at, services.config.timeZone) : '';
  const message = `${decided_by_name} ${verbs[decision]} this request on ${when}.`;
  throw new Problem('stale-version', message);
}

/** Opens requests again that a change has accepted which is undone. A member with a newer request keeps only that one. */
export async function reopenLeaveRequests(
  { trx }: WriteTransaction,
  memberIds: readonly string[],
  acceptedAt: string,
): Promise<void> {
  await trx
    .updateTable('leave_requests')
    .set({ decision: null, decision_reason: null, decided_at: null, decided_by_name: null })
    .where(isIdInJsonArray(trx, 'member_id', JSON.stringify(memberIds)))
    .where('decision', '=', 'accepted')
    .where('decided_at', '=', acceptedAt)
    .execute();
}

type Decision = { decision: 'accepted' | 'refused' | 'withdrawn'; reason?: string };

/** Decides the pending requests of members of locked groups. */
export async function decideLeaveRequests(
  { trx, caller, now }: WriteContext,
  memberIds: readonly string[],
  { decision, reason }: Decision,
): Promise<void> {
  const update = trx.updateTable('leave_requests').set({
    decision,
    decision_reason: reason ?? null,
    decided_at: now.toISOString(),
    decided_by_name: caller.name,
  });
  await update
    .where(isIdInJsonArray(trx, 'member_id', JSON.stringify(memberIds)))
    .where('decision', 'is', null)
    .execute();
}
