import type { Role } from '#contract/endpoint.ts';
import { recordEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import { requireNoNewConflict } from '#server/groups/roles/require-no-new-conflict.ts';
import { bindStaff } from '#server/groups/staff/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { queueEmailTo } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { createLink } from '#server/session/one-use-links.ts';
import { addUser } from './add-user.ts';
import { invitationEmail } from './invitation-email.ts';

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
 * Creates an account, binds groups that wait for its name, queues an invitation, and returns the account's id. The
 * caller holds the name's lock. Throws `email-taken`, or `already-in-group` for a member of such a group.
 */
export async function inviteUser(
  trx: Db,
  services: Services,
  by: Caller,
  user: Invited,
  { how, now }: { how: string; now: Date },
): Promise<string> {
  const { config } = services;
  const { name, email, role } = user;
  const userId = await addUser(trx, user, now);
  const token = await createLink(trx, userId, 'reset-password', weekMs, now);
  const link = `${config.publicUrl}/login#reset=${token}`;
  const invitation = invitationEmail(getEmailSender(services), { name, email, role, link });
  const message = { ...invitation, groupId: null, carriesLink: true };
  await queueEmailTo(trx, services, { userId }, message, now);
  const subject = toUserSubject({ name, email, userId });
  const detail = `as ${role}, ${how}`;
  await recordEntry(trx, { action: 'account-made', by, subject, detail }, now);
  if (role === 'faculty') {
    await bindStaff(trx, { id: userId, name, email }, by, now);
    await requireNoNewConflict(trx, { accountId: userId }, () => 'email');
  }
  return userId;
}
