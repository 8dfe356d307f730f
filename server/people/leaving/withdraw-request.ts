import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import { requireConfirmedEmail } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { decideLeaveRequests, lockPendingRequest } from './decide-request.ts';

/** Withdraws the caller's own request. Throws `not-found`, `unconfirmed`, `stale-version` or `cohort-closed`. */
export async function withdrawLeaveRequest(services: Services, caller: Caller, requestId: string) {
  requireConfirmedEmail(caller);
  await writeAs(services, caller, async (context) => {
    const { group, request } = await lockPendingRequest(context, requestId);
    await decideLeaveRequests(context, [request.member_id], { decision: 'withdrawn' });
    const action = 'leave-request-withdrawn';
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action, by: caller, subject, detail: request.member_name });
  });
  return { message: 'Request withdrawn' };
}
