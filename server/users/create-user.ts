import type { z } from 'zod';
import type { createUser as endpoint } from '#contract/users.ts';
import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import type { Caller } from '#server/http/serve.ts';
import { invitationLetter } from '#server/mail/letters/invitation-letter.ts';
import { queueLetter } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { oneTimePassword } from '#server/session/one-time-password.ts';
import { makeLink } from '#server/session/one-use-links.ts';
import { hashPassword } from '#server/session/password.ts';
import { addUser } from './add-user.ts';
import { getUser } from './list-users.ts';

const weekMs = 7 * 24 * 3_600_000;

/**
 * Makes an account of any role and invites its owner by a letter with a link to a password of his own. Without a
 * password one is made up for some days, and only this reply ever shows it. Throws `email-taken`, `name-taken`.
 */
export async function createUser(
  { db, clock, config, mail }: Services,
  caller: Caller,
  { password, ...user }: z.output<typeof endpoint.body>,
) {
  const now = clock();
  const opening = password === undefined ? oneTimePassword(now) : { password, endsAt: undefined };
  const passwordHash = await hashPassword(opening.password);
  const made = await db.transaction().execute(async (trx) => {
    const userId = await addUser(
      trx,
      { ...user, passwordHash, passwordEndsAt: opening.endsAt },
      now,
    );
    const token = await makeLink(trx, userId, 'reset-password', weekMs, now);
    const letter = invitationLetter({ ...user, link: `${config.publicUrl}/login#reset=${token}` });
    await queueLetter(trx, { ...letter, recipient: user.email, groupId: null }, config, now);
    const subject = aboutUser({ ...user, userId });
    const detail = `as ${user.role}, by an admin`;
    await recordEntry(trx, { action: 'account-made', by: caller, subject, detail }, now);
    return getUser(trx, userId);
  });
  mail.wake();
  return {
    message: 'User created successfully',
    user: made,
    ...(opening.endsAt && { oneTimePassword: opening.password }),
  };
}
