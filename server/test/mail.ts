import { type EmailDeliveryCheck, type EmailTransport, queueEmail } from '#server/mail/outbox.ts';
import { createSmtpTransport } from '#server/mail/smtp.ts';
import { type Mailbox, startTestSmtpServer } from '#tools/test/mailbox.ts';
import { test as base, type Portal } from './portal.ts';

export const testSenderAddress = 'FYP Portal <fyp@university.test>';

export const test = base.extend<{ mailbox: Mailbox; smtp: EmailTransport }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of required fixtures from this pattern.
  mailbox: async ({}, use) => {
    const mailbox = await startTestSmtpServer();
    await use(mailbox);
    await mailbox.close();
  },
  smtp: async ({ mailbox }, use) => {
    const transport = createSmtpTransport(mailbox.url, testSenderAddress);
    await use(transport);
    transport.close();
  },
});

export const acceptEveryEmail: EmailDeliveryCheck = async ({ reply_to }) => ({ replyTo: reply_to });

export async function queueTestEmail(portal: Portal, recipient: string, changes: object = {}) {
  const email = {
    recipient,
    subject: 'Your marks',
    text: 'Ünïcode – text',
    html: '<p>Ünïcode – text</p>',
    to: { address: recipient },
    groupId: null,
    right: 'recipient',
  } as const;
  await queueEmail(
    { trx: portal.db, services: portal, now: portal.clock() },
    { ...email, ...changes },
  );
}

export const readEmailRows = (portal: Portal) =>
  portal.db.selectFrom('emails').selectAll().orderBy('recipient').execute();
