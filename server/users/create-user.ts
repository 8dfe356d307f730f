import type { z } from 'zod';
import type { createUser as endpoint } from '#contract/users.ts';
import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import { bindStaff, lockNames } from '#server/groups/bind-staff.ts';
import type { Caller } from '#server/http/serve.ts';
import { emailSenderOf } from '#server/mail/compose-email.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { makeLink } from '#server/session/one-use-links.ts';
import { oneTimePassword } from '#server/session/password/one-time-password.ts';
import { hashPassword } from '#server/session/password/password.ts';
import { writeAs } from '#server/session/write-as.ts';
import { addUser } from './add-user.ts';
import { invitationEmail } from './invitation-email.ts';
import { getUser } from './list-users.ts';
import { requireNameOfPerson } from './require-name-of-person.ts';

const weekMs = 7 * 24 * 3_600_000;

/**
 * The reply alone shows a made-up password. Groups that wait for the name are bound. Throws `email-taken`, `invalid`.
 */
export async function createUser(
  services: Services,
  caller: Caller,
  { password, ...user }: z.output<typeof endpoint.body>,
) {
  const { clock, config, mail } = services;
  const now = clock();
  const opening = password === undefined ? oneTimePassword(now) : { password, endsAt: undefined };
  if (user.role === 'faculty') requireNameOfPerson(user.name);
  const passwordHash = await hashPassword(opening.password, {
    purpose: 'own account',
    address: caller.address,
  });
  const made = await writeAs(services, caller, async (trx) => {
    await lockNames(trx, [user.name]);
    const userId = await addUser(
      trx,
      { ...user, passwordHash, passwordEndsAt: opening.endsAt },
      now,
    );
    const token = await makeLink(trx, userId, 'reset-password', weekMs, now);
    const link = `${config.publicUrl}/login#reset=${token}`;
    const email = invitationEmail(emailSenderOf(services), { ...user, link });
    const to = { recipient: user.email, groupId: null, carriesLink: true };
    await queueEmail(trx, { ...email, ...to }, config, now);
    const subject = aboutUser({ ...user, userId });
    const detail = `as ${user.role}, by an admin`;
    await recordEntry(trx, { action: 'account-made', by: caller, subject, detail }, now);
    if (user.role === 'faculty') await bindStaff(trx, { id: userId, ...user }, caller, now);
    return getUser(trx, userId);
  });
  mail.wake();
  return {
    message: 'User created successfully',
    user: made,
    ...(opening.endsAt && { oneTimePassword: opening.password }),
  };
}
