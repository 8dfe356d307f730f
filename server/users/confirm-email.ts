import { aboutUser, recordEntry } from '#server/audit/record-entry.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller, Origin } from '#server/http/serve.ts';
import { confirmationLetter } from '#server/mail/letters/confirmation-letter.ts';
import { queueLetter } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { makeLink, takeLink } from '#server/session/one-use-links.ts';

const dayMs = 24 * 3_600_000;

/** Queues the letter with the link that confirms a new account's address, in the caller's transaction. */
export async function queueConfirmation(
  db: Db,
  { config }: Services,
  user: { userId: string; name: string; email: string },
  now: Date,
): Promise<void> {
  const token = await makeLink(db, user.userId, 'confirm-email', dayMs, now);
  if (!token) return;
  // Behind the #, so that the token reaches no server log and no Referer.
  const link = `${config.publicUrl}/login#confirm=${token}`;
  const letter = confirmationLetter({ name: user.name, link });
  await queueLetter(db, { ...letter, recipient: user.email, groupId: null }, config, now);
}

/** Confirms the address that the link's letter went to. Throws `link-over`. */
export async function confirmEmail({ db, clock }: Services, origin: Origin, token: string) {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const userId = await takeLink(trx, token, 'confirm-email', now);
    const user = await trx
      .updateTable('users')
      .set({ email_confirmed_at: now.toISOString() })
      .where('id', '=', userId)
      .returning(['name', 'email'])
      .executeTakeFirstOrThrow();
    const by = { ...origin, ...user, userId };
    const detail = 'by the link of a letter';
    const subject = aboutUser(by);
    await recordEntry(trx, { action: 'account-confirmed', by, subject, detail }, now);
  });
  return { message: 'Your e-mail is confirmed. Welcome!' };
}

/** Sends the letter again to who asks for it; who is confirmed already is told so. */
export async function resendConfirmation(services: Services, caller: Caller) {
  if (caller.isConfirmed) return { message: 'Your e-mail is confirmed already.' };
  await services.db
    .transaction()
    .execute((trx) => queueConfirmation(trx, services, caller, services.clock()));
  services.mail.wake();
  return { message: `A letter with a link is on its way to ${caller.email}.` };
}
