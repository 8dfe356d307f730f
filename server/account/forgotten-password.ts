import { links } from '#contract/links.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import type { RequestOrigin } from '#server/http/serve.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { queueEmailToAccount } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import { formatPasswordLinkNotice } from './email-notices.ts';
import { setPasswordByLink } from './password-by-link.ts';
import { composePasswordResetEmail } from './password-email.ts';

const lifeMs = 30 * 60_000;

/** Queues an email with a password reset link. The reply is the same if the address has no account. */
export async function requestPasswordReset(
  services: Services,
  origin: RequestOrigin,
  email: string,
) {
  const { db, clock, config, mail } = services;
  const now = clock();
  const notice = { message: formatPasswordLinkNotice(services, email) };
  // Return early, so that requests with unknown addresses take no lock and write nothing.
  if (!(await isKnown(db, email))) return notice;
  const isQueued = await db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, email);
    const token = user && (await createOneUseLink(trx, user.id, 'reset-password', lifeMs, now));
    if (!token) return false;
    const link = `${config.publicUrl}${links.resetPassword(token, user.email)}`;
    const composed = composePasswordResetEmail(getEmailSender(services), { link });
    const message = { ...composed, groupId: null, right: 'recipient', carriesLink: true } as const;
    await queueEmailToAccount(
      { trx, services, now },
      { userId: user.id, email: user.email },
      message,
    );
    const subject = toUserSubject({ ...user, userId: user.id });
    await recordAuditEntry({ trx, now }, { action: 'password-link-sent', by: origin, subject });
    return true;
  });
  if (isQueued) mail.wake();
  return notice;
}

/** Sets a new password with the token from an emailed link. Throws `link-over`. */
export async function resetPassword(
  services: Services,
  origin: RequestOrigin,
  token: string,
  password: string,
) {
  const entry = { action: 'password-reset', detail: 'by the link of an email' } as const;
  const link = { token, purposes: ['reset-password', 'invitation'], password } as const;
  const { deviceToken } = await setPasswordByLink(services, origin, link, entry);
  return { deviceToken, reply: { message: 'Password changed. Log in with your new password.' } };
}

async function lockUser(db: Db, email: string) {
  return lockUsers(db)
    .where('email', '=', email)
    .where('blocked_at', 'is', null)
    .returning(['id', 'name', 'email'])
    .executeTakeFirst();
}

async function isKnown(db: Db, email: string): Promise<boolean> {
  const user = db.selectFrom('users').select('id').where('email', '=', email);
  return (await user.executeTakeFirst()) !== undefined;
}
