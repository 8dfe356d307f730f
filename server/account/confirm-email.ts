import type { z } from 'zod';
import type { confirmEmail as endpoint } from '#contract/account.ts';
import { links } from '#contract/links.ts';
import { Problem } from '#contract/problem.ts';
import { lockUsers } from '#server/db/lock-rows.ts';
import type { JobWriteContext } from '#server/db/write-context.ts';
import type { Caller, RequestOrigin } from '#server/http/serve.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { queueEmailToAccount } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { createOneUseLink } from '#server/session/one-use-links.ts';
import { writeAs } from '#server/session/write-as.ts';
import { composeConfirmationEmail } from './confirmation-email.ts';
import { formatConfirmationNotice } from './email-notices.ts';
import { setPasswordByLink } from './password-by-link.ts';
import { returnSignUpCapacity } from './sign-up-limits.ts';

const dayMs = 24 * 3_600_000;

/** Queues an email with a link for an unblocked account, unless the account was sent too many links recently. */
export async function queueConfirmationEmail(
  context: JobWriteContext,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const { trx, services, now } = context;
  const token = await createOneUseLink(trx, userId, 'confirm-email', dayMs, now);
  if (!token) return;
  // The token is in the URL fragment, which browsers omit from requests and the Referer header.
  const link = `${services.config.publicUrl}${links.confirmEmail(token)}`;
  const message = composeConfirmationEmail(getEmailSender(services), { link });
  const confirmation = {
    ...message,
    groupId: null,
    right: 'recipient',
    carriesLink: true,
  } as const;
  await queueEmailToAccount(context, { userId, email }, confirmation);
}

/** Confirms an address and sets a new password, as a stranger may have set the current one. Throws `link-over`. */
export async function confirmEmail(
  services: Services,
  origin: RequestOrigin,
  { token, password }: z.output<typeof endpoint.body>,
) {
  if (services.config.confirmEmail === 'admin') {
    throw new Problem(
      'link-over',
      'This link is no longer valid, because the FYP office now confirms accounts. Contact the FYP office.',
    );
  }
  const entry = {
    action: 'account-confirmed',
    detail: 'by the link of an email, with a password chosen there',
  } as const;
  const { email, deviceToken } = await setPasswordByLink(
    services,
    origin,
    { token, purposes: ['confirm-email'], password },
    entry,
    ({ trx, now }) => returnSignUpCapacity(trx, origin, now),
  );
  const message = 'Email confirmed. Log in with the password you chose.';
  return { deviceToken, reply: { message, email } };
}

/** Queues a confirmation email, unless the address is confirmed or only the FYP office confirms addresses. */
export async function resendConfirmation(services: Services, caller: Caller) {
  const { config, mail } = services;
  if (caller.isConfirmed) return { message: 'Your email is already confirmed.' };
  if (config.confirmEmail !== 'admin') {
    await writeAs(services, caller, async (context) => {
      const { trx } = context;
      // Re-check under the lock: the email may have been confirmed or changed since the request began.
      const user = await lockUsers(trx)
        .where('id', '=', caller.userId)
        .where('email', '=', caller.email)
        .where('email_confirmed_at', 'is', null)
        .where('blocked_at', 'is', null)
        .returning(['id as userId', 'email'])
        .executeTakeFirst();
      if (user) await queueConfirmationEmail(context, user);
    });
    mail.wake();
  }
  return { message: formatConfirmationNotice(services, caller.email) };
}
