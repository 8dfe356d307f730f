import { links } from '#contract/links.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { type LockedGroup, requireImpartialCaller } from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { composeEmail, getEmailSender } from '#server/mail/compose-email.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';
import { decideLeaveRequests, type LeaveRequestRow, lockPendingRequest } from './decide-request.ts';

/** Refuses a request and notifies the student. Throws `not-found`, `forbidden`, `stale-version` or `cohort-closed`. */
export async function refuseLeaveRequest(
  services: Services,
  caller: Caller,
  requestId: string,
  { reason }: { reason: string },
) {
  const { member_name } = await writeAs(services, caller, async (context) => {
    const { group, request } = await lockPendingRequest(context, requestId);
    await requireImpartialCaller(context.trx, caller, group);
    await decideLeaveRequests(context, [request.member_id], { decision: 'refused', reason });
    const action = 'leave-request-refused';
    const subject = toGroupSubject(group);
    await recordAuditEntry(context, { action, by: caller, subject, detail: request.member_name });
    await notifyStudent(context, group, { request, reason });
    return request;
  });
  services.mail.wake();
  return { message: `Request declined. ${member_name} will be notified by email.` };
}

async function notifyStudent(
  context: WriteContext,
  group: LockedGroup,
  { request: { member_id, member_name }, reason }: { request: LeaveRequestRow; reason: string },
): Promise<void> {
  const { services, caller } = context;
  const sender = getEmailSender(services);
  const email = composeEmail(sender, {
    subject: `${group.name}: your request to leave was declined`,
    blocks: [
      {
        paragraph: isolateRightToLeftValues`Dear ${member_name},\n\nThe FYP office declined your request to leave ${group.name}. You are still a member.`,
      },
      {
        facts: [
          { label: 'Reason', value: reason, isText: true },
          { label: 'Decided by', value: caller.name },
        ],
      },
      { link: `${sender.publicUrl}${links.ownLeaveRequest}`, label: 'Open your group' },
    ],
    replyTo: caller.email,
    isOptional: true,
  });
  await notify(context, 'groups', [
    {
      to: { memberId: member_id },
      text: `Your request to leave ${group.name} was declined.`,
      path: links.ownLeaveRequest,
      email: { ...email, groupId: group.id },
      isAlways: true,
    },
  ]);
}
