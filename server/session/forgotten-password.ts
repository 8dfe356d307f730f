import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import type { Origin } from '#server/http/serve.ts';
import { passwordLetter } from '#server/mail/letters/password-letter.ts';
import { queueLetter } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { makeLink, takeLink } from './one-use-links.ts';
import { hashPassword } from './password.ts';
import { forgetFailures } from './patience.ts';
import { endSessionsOf } from './sessions.ts';

const lifeMs = 30 * 60_000;

/** Queues a letter with a link to a new password, if the address has an account; the answer does not tell. */
export async function forgotPassword(
  { db, clock, config, mail }: Services,
  origin: Origin,
  email: string,
) {
  const now = clock();
  const user = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('email', '=', email)
    .where('blocked_at', 'is', null)
    .executeTakeFirst();
  if (user) {
    await db.transaction().execute(async (trx) => {
      const token = await makeLink(trx, user.id, 'reset-password', lifeMs, now);
      if (!token) return;
      const link = `${config.publicUrl}/login#reset=${token}`;
      const letter = passwordLetter({ name: user.name, link });
      await queueLetter(trx, { ...letter, recipient: user.email, groupId: null }, config, now);
      const subject = aboutUser({ ...user, userId: user.id });
      await recordEntry(trx, { action: 'password-link-sent', by: origin, subject }, now);
    });
    mail.wake();
  }
  return {
    message: `If there is an account for ${email}, a letter with a link is on its way. The link holds for 30 minutes.`,
  };
}

/**
 * Sets the password of the account that the link's letter went to; all its sessions end, its waiting after failed
 * logins too, and the address is confirmed, since the letter reached it. Throws `link-over`.
 */
export async function resetPassword(
  { db, clock }: Services,
  origin: Origin,
  token: string,
  password: string,
) {
  const now = clock();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (trx) => {
    const userId = await takeLink(trx, token, 'reset-password', now);
    const { email, name } = await trx
      .updateTable('users')
      .set((eb) => ({
        password_hash: passwordHash,
        password_ends_at: null,
        email_confirmed_at: eb.fn.coalesce('email_confirmed_at', eb.val(now.toISOString())),
      }))
      .where('id', '=', userId)
      .returning(['email', 'name'])
      .executeTakeFirstOrThrow();
    await forgetFailures(trx, email);
    await endSessionsOf(trx, userId);
    const by = { ...origin, userId, name, email };
    const detail = 'by the link of a letter';
    await recordEntry(trx, { action: 'password-reset', by, subject: aboutUser(by), detail }, now);
  });
  return { message: 'Your password is changed. Please log in with it.' };
}
