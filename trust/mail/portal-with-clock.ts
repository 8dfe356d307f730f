import type { Place } from '#server/backup/places.ts';
import { smtpTransport, type Timeouts } from '#server/mail/smtp.ts';
import { prepareFirstAdmin } from '#server/users/first-admin.ts';
import { openInProcess } from '#trust/lib/in-process.ts';
import { office } from '#trust/lib/portal-process.ts';

const mailFrom = 'FYP Portal <fyp@university.test>';

/** Opens the portal in this process, with a clock that can be moved; emails go to `smtpUrl`. */
export async function openPortalWithClock(place: Place, smtpUrl: string, timeouts: Timeouts) {
  let ahead = 0;
  const portal = await openInProcess(place, {
    env: {
      PORT: '0',
      SMTP_URL: smtpUrl,
      MAIL_FROM: mailFrom,
      CONFIRM_EMAIL: 'off',
      ADMIN_EMAIL: office.email,
      ADMIN_PASSWORD: office.password,
    },
    clock: () => new Date(Date.now() + ahead),
    transport: smtpTransport(smtpUrl, mailFrom, timeouts),
  });
  await prepareFirstAdmin(portal);
  return {
    ...portal,
    /** Lets time go by for the portal. */
    wait(ms: number) {
      ahead += ms;
    },
    /** Has it deliver what is due, and waits until nothing is on its way. */
    async deliver() {
      portal.emailWorker?.wake();
      await portal.emailWorker?.idle();
    },
  };
}

export type PortalWithClock = Awaited<ReturnType<typeof openPortalWithClock>>;
