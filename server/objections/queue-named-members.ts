import { randomUUID } from 'node:crypto';
import { links } from '#contract/links.ts';
import { objectionDays } from '#contract/students/objections.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { buildNamedMemberEmail } from '#server/groups/group-emails.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { queueMandatoryEmails } from '#server/notices/notify.ts';
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
  const asked = members
    .filter(({ email }) => email !== caller.email)
    .map((member) => ({ memberId: member.id, member, token: createToken() }));
  if (asked.length === 0) return;
  const reached = await queueMandatoryEmails(context, asked, ({ member, token }) => {
    // The token is in the URL fragment, which browsers omit from requests and the Referer header.
    const link = `${services.config.publicUrl}${links.objectToGroup(token)}`;
    const about = { member, group, by: caller, link, days: objectionDays };
    const email = buildNamedMemberEmail(getEmailSender(services), about);
    return { ...email, groupId: group.id, carriesLink: true };
  });
  if (reached.length === 0) return;
  const objections = reached.map(({ member, token }) => ({
    id: randomUUID(),
    group_id: group.id,
    member_id: member.id,
    email: member.email,
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifeMs).toISOString(),
  }));
  await trx.insertInto('objections').values(objections).execute();
}
