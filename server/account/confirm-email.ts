import type { z } from 'zod';
import type { confirmEmail as endpoint } from '#contract/account.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller, Origin } from '#server/http/serve.ts';
import { emailSenderOf } from '#server/mail/compose-email.ts';
import { queueEmailTo } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { makeLink } from '#server/session/one-use-links.ts';
import { writeAs } from '#server/session/write-as.ts';
import { confirmationEmail } from './confirmation-email.ts';
import { confirmationNotice } from './email-notices.ts';
import { setPasswordByLink } from './password-by-link.ts';

const dayMs = 24 * 3_600_000;

export async function queueConfirmation(
  db: Db,
  services: Pick<Services, 'config' | 'content'>,
  { userId }: { userId: string },
  now: Date,
): Promise<void> {
  const token = await makeLink(db, userId, 'confirm-email', dayMs, now);
  if (!token) return;
  // Behind the #, so that the token reaches no server log and no Referer.
  const link = `${services.config.publicUrl}/login#confirm=${token}`;
  const message = confirmationEmail(emailSenderOf(services), { link });
  const email = { ...message, groupId: null, carriesLink: true };
  await queueEmailTo(db, services, { userId }, email, now);
}

/** Sets the password too: whoever typed the one before may not be whose address it is. Throws `link-over`. */
export async function confirmEmail(
  services: Services,
  origin: Origin,
  { token, password }: z.output<typeof endpoint.body>,
) {
  const entry = {
    action: 'account-confirmed',
    detail: 'by the link of an email, with a password chosen there',
  } as const;
  const { email, deviceToken } = await setPasswordByLink(
    services,
    origin,
    { token, purpose: 'confirm-email', password },
    entry,
  );
  const message = 'Your email is confirmed. Please log in with the password you chose.';
  return { deviceToken, reply: { message, email } };
}

/** Sends the link again; where no email goes out, says who confirms instead. */
export async function resendConfirmation(services: Services, caller: Caller) {
  const { config, mail } = services;
  if (caller.isConfirmed) return { message: 'Your email is confirmed already.' };
  if (config.confirmEmail !== 'admin') {
    await writeAs(services, caller, async (trx) => {
      // Read again under the lock: confirmed or corrected meanwhile, the address gets no link.
      const user = await lockUsers(trx)
        .where('id', '=', caller.userId)
        .where('email', '=', caller.email)
        .where('email_confirmed_at', 'is', null)
        .returning('id as userId')
        .executeTakeFirst();
      if (user) await queueConfirmation(trx, services, user, services.clock());
    });
    mail.wake();
  }
  return { message: confirmationNotice(services, caller.email) };
}
