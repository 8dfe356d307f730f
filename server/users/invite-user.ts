import { links } from '#contract/links.ts';
import type { Role } from '#contract/values/roles.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import type { JobWriteContext, WriteContext } from '#server/db/write-context.ts';
import { bindAccountToGroups } from '#server/groups/staff/bind-staff.ts';
import { notifyStaffChanges } from '#server/groups/staff/notify-staff-changes.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { queueEmailToAccount } from '#server/notices/notify.ts';
import { createInvitation } from '#server/session/one-use-links.ts';
import { insertUser } from './add-user.ts';
import { composeInvitationEmail } from './invitation-email.ts';

type Invited = {
  name: string;
  email: string;
  role: Role;
  supervises?: boolean | undefined;
  passwordHash: string;
  passwordEndsAt: Date | undefined;
};

/** Creates an account and queues an invitation. Returns the account's id. Throws `email-taken`. */
export async function inviteUser(
  context: WriteContext,
  user: Invited,
  how: string,
): Promise<string> {
  const { name, email, role } = user;
  const userId = await insertUser(context, user);
  await queueInvitation(context, { ...user, id: userId }, 'made');
  const subject = toUserSubject({ name, email, userId });
  const detail = `as ${role}, ${how}`;
  await recordAuditEntry(context, {
    action: 'account-made',
    by: context.caller,
    subject,
    detail,
  });
  return userId;
}

/** Queues an email with a link to choose a password, after the office made or confirmed the account. */
export async function queueInvitation(
  context: JobWriteContext,
  { id, ...user }: Pick<DatabaseRow<'users'>, 'id' | 'name' | 'email' | 'role'>,
  reason: 'made' | 'confirmed',
): Promise<void> {
  const { trx, services, now } = context;
  const token = await createInvitation(trx, id, now);
  const link = `${services.config.publicUrl}${links.resetPassword(token, user.email)}`;
  const invitation = composeInvitationEmail(getEmailSender(services), { ...user, link, reason });
  const message = { ...invitation, groupId: null, right: 'recipient', carriesLink: true } as const;
  await queueEmailToAccount(context, { userId: id, email: user.email }, message);
}

/**
 * Links a new account of the faculty to groups that name the person as staff. The caller must have locked the name with
 * `lockStaffNames`.
 */
export async function bindNewStaff(
  context: WriteContext,
  { id, name, email, role }: Pick<DatabaseRow<'users'>, 'id' | 'name' | 'email' | 'role'>,
): Promise<void> {
  if (role !== 'faculty') return;
  await notifyStaffChanges(context, await bindAccountToGroups(context, { id, name, email }));
}
