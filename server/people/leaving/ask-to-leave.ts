import { randomUUID } from 'node:crypto';
import { links } from '#contract/links.ts';
import { Problem } from '#contract/problem.ts';
import { isolateRightToLeftValues } from '#contract/values/isolate.ts';
import { recordAuditEntry, toGroupSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import {
  createGroupNotFoundProblem,
  findMembershipInGroup,
  lockGroup,
  requireConfirmedEmail,
} from '#server/groups/group-access.ts';
import type { Caller } from '#server/http/serve.ts';
import { composeEmail, getEmailSender } from '#server/mail/compose-email.ts';
import { notify } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { writeAs } from '#server/session/write-as.ts';

/**
 * Stores a request to leave the group and notifies the office and all admins. Throws `not-found`, `unconfirmed`,
 * `cohort-closed`, `stale-version` if the caller already has a pending request, or `too-often`, because each request
 * sends an email.
 */
export async function askToLeave(
  services: Services,
  caller: Caller,
  groupId: string,
  { reason }: { reason: string },
) {
  requireConfirmedEmail(caller);
  await writeAs(services, caller, async (context) => {
    // The membership is read first, so that a stranger does not learn whether the group's cohort is closed.
    await getOwnMemberId(context, groupId);
    const group = await lockGroup(context.trx, groupId);
    const memberId = await getOwnMemberId(context, groupId);
    await insert(context.trx, {
      id: randomUUID(),
      member_id: memberId,
      reason,
      requested_at: context.now.toISOString(),
    });
    const subject = toGroupSubject(group);
    const { name: detail } = caller;
    await recordAuditEntry(context, { action: 'leave-requested', by: caller, subject, detail });
    await notifyOffice(context, group);
  });
  services.mail.wake();
  return { message: 'Your request was sent to the FYP office.' };
}

const dayMs = 24 * 3_600_000;
const maxRequestsPerDay = 5;

async function getOwnMemberId({ trx, caller }: WriteContext, groupId: string): Promise<string> {
  const membership = await findMembershipInGroup(trx, caller, groupId);
  if (!membership) throw createGroupNotFoundProblem();
  return membership.id;
}

type NewRequest = Pick<
  DatabaseRow<'leave_requests'>,
  'id' | 'member_id' | 'reason' | 'requested_at'
>;

/** The caller must have locked the group, so that a member cannot have two pending requests. */
async function insert(db: Db, row: NewRequest): Promise<void> {
  const dayBefore = new Date(Date.parse(row.requested_at) - dayMs).toISOString();
  const earlier = await db
    .selectFrom('leave_requests')
    .select(['decision', 'requested_at'])
    .where('member_id', '=', row.member_id)
    .where((eb) => eb.or([eb('decision', 'is', null), eb('requested_at', '>', dayBefore)]))
    .execute();
  if (earlier.some(({ decision }) => decision === null)) {
    const message =
      'You’ve already asked to leave this group. The FYP office will decide on your request.';
    throw new Problem('stale-version', message);
  }
  if (earlier.length >= maxRequestsPerDay) {
    const message = `You’ve sent ${maxRequestsPerDay} requests within a day. Try again tomorrow, or contact the FYP office.`;
    throw new Problem('too-often', message, { retryAfter: dayMs / 1000 });
  }
  await db.insertInto('leave_requests').values(row).execute();
}

/** The email omits the reason, because other people than admins may read the office's mailbox. */
async function notifyOffice(context: WriteContext, group: DatabaseRow<'groups'>): Promise<void> {
  const { trx, services, caller } = context;
  const { publicUrl } = services.config;
  const path = links.groupPeople(group.name);
  const email = composeEmail(getEmailSender(services), {
    subject: `${group.name}: a student wants to leave the group`,
    blocks: [
      {
        paragraph: isolateRightToLeftValues`${caller.name} has asked to leave ${group.name}. You can read the reason on the portal.`,
      },
      { link: `${publicUrl}${path}`, label: 'Decide' },
    ],
    replyTo: caller.email,
    isOptional: true,
  });
  const admins = await trx.selectFrom('users').select('id').where('role', '=', 'admin').execute();
  const notice = { text: `A student in ${group.name} wants to leave the group.`, path };
  const to = { address: services.content.department.office.email };
  await notify(context, 'groups', [
    { ...notice, to, email: { ...email, groupId: group.id } },
    ...admins.map(({ id }) => ({ ...notice, to: { userId: id } })),
  ]);
}
