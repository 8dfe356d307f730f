import { links } from '#contract/links.ts';
import type { Role } from '#contract/values/roles.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { requireNoNewRoleConflict } from '#server/groups/roles/require-no-new-conflict.ts';
import { bindAccountToGroups } from '#server/groups/staff/bind-staff.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { queueMandatoryEmail } from '#server/notices/notify.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import { insertUser } from './add-user.ts';
import { composeInvitationEmail } from './invitation-email.ts';

const weekMs = 7 * 24 * 3_600_000;

type Invited = {
  name: string;
  email: string;
  role: Role;
  supervises?: boolean | undefined;
  passwordHash: string;
  passwordEndsAt: Date | undefined;
};

/**
 * Creates an account, links it to groups that name the person as staff, and queues an invitation. Returns the account's
 * id. Throws `email-taken` or `already-in-group`. The caller must have locked the name with `lockStaffNames`.
 */
export async function inviteUser(
  context: WriteContext,
  user: Invited,
  how: string,
): Promise<string> {
  const { trx, services, caller, now } = context;
  const { config } = services;
  const { name, email, role } = user;
  const userId = await insertUser(context, user);
  const token = await createOneUseLink(trx, userId, 'reset-password', weekMs, now);
  if (token === undefined) throw new Error('A new account cannot have an earlier link.');
  const link = `${config.publicUrl}${links.resetPassword(token)}`;
  const invitation = composeInvitationEmail(getEmailSender(services), { name, email, role, link });
  const message = { ...invitation, groupId: null, carriesLink: true };
  await queueMandatoryEmail(context, { userId }, message);
  const subject = toUserSubject({ name, email, userId });
  const detail = `as ${role}, ${how}`;
  await recordAuditEntry(context, { action: 'account-made', by: caller, subject, detail });
  if (role === 'faculty') {
    await bindAccountToGroups(context, { id: userId, name, email });
    await requireNoNewRoleConflict(trx, { accountId: userId }, () => 'email');
  }
  return userId;
}
