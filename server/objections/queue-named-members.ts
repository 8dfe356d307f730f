import { randomUUID } from 'node:crypto';
import { links } from '#contract/links.ts';
import { objectionDays } from '#contract/students/objections.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { buildNamedMemberEmail } from '#server/groups/group-emails.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { mayReceiveEmails } from '#server/notices/find-recipients.ts';
import { queueMandatoryEmail } from '#server/notices/notify.ts';
import { createToken, hashToken } from '#server/session/tokens.ts';

const lifeMs = objectionDays * 24 * 3_600_000;

type NamedMember = { id: string; name: string; email: string };

/** Queues an email with an objection link to each member, except the caller and members who may not receive emails. */
export async function queueNamedMemberEmails(
  context: WriteContext,
  group: { id: string; name: string; title: string },
  members: readonly NamedMember[],
): Promise<void> {
  const { trx, services, caller, now } = context;
  const { config } = services;
  for (const member of members) {
    const to = { memberId: member.id };
    if (member.email === caller.email || !(await mayReceiveEmails(trx, to))) continue;
    const token = createToken();
    await trx
      .insertInto('objections')
      .values({
        id: randomUUID(),
        group_id: group.id,
        member_id: member.id,
        email: member.email,
        token_hash: hashToken(token),
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + lifeMs).toISOString(),
      })
      .execute();
    // The token is in the URL fragment, which browsers omit from requests and the Referer header.
    const link = `${config.publicUrl}${links.objectToGroup(token)}`;
    const email = buildNamedMemberEmail(getEmailSender(services), {
      member,
      group,
      by: caller,
      link,
      days: objectionDays,
    });
    await queueMandatoryEmail(context, to, { ...email, groupId: group.id, carriesLink: true });
  }
}
