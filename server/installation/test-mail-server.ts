import { randomUUID } from 'node:crypto';
import { Problem } from '#contract/problem.ts';
import { recordAuditEntry } from '#server/audit/record-entry.ts';
import { hasMailServer } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { getEhloName } from '#server/mail/client-name.ts';
import { composeEmail, getEmailSender } from '#server/mail/compose-email.ts';
import type { OutgoingEmail } from '#server/mail/outbox.ts';
import { getMailFrom } from '#server/mail/sender.ts';
import { createSmtpTransport, parseSmtpUrl } from '#server/mail/smtp.ts';
import type { Services } from '#server/services.ts';
import { RateLimit } from '#server/session/throttle/rate-limit.ts';
import { writeAs } from '#server/session/write-as.ts';
import { explainMailError } from './explain-mail-error.ts';

/** An admin waits for the result, so the limits are shorter than those of the email worker. */
const timeouts = { setUpMs: 15_000, emailMs: 15_000, verdictMs: 20_000 };
const maxTests = 5;
const testLimit = new RateLimit('mail server test', maxTests, 600);

/**
 * Sends an email to the caller's own address with the saved settings, without the queue. Throws `too-often` after five
 * tests of any admin in ten minutes, so that the setting cannot be used to probe other machines.
 */
export async function testMailServer(services: Services, caller: Caller) {
  const { config, content } = services;
  const { smtpUrl, mailProblem, publicUrl } = config;
  if (!smtpUrl || !hasMailServer(config)) {
    throw new Problem('invalid', 'No mail server is set up. Enter one and save it first.');
  }
  const { host, port } = parseSmtpUrl(smtpUrl).options;
  await writeAs(services, caller, async (context) => {
    await takeTest(context.trx, context.now);
    const subject = { kind: 'portal', id: null, name: 'Installation' } as const;
    const detail = `to ${caller.email} through ${host}:${port}`;
    await recordAuditEntry(context, { action: 'mail-server-tested', by: caller, subject, detail });
  });
  if (mailProblem) return { isSent: false, message: mailProblem };
  const transport = createSmtpTransport(
    smtpUrl,
    getMailFrom(config, content.department),
    timeouts,
    getEhloName(publicUrl),
  );
  try {
    await transport.send(buildTestEmail(services, caller), async () => {});
    const message = `The mail server accepted the email to ${caller.email}. If it doesn’t arrive within a few minutes, check the spam folder.`;
    return { isSent: true, message };
  } catch (error) {
    return { isSent: false, message: explainMailError(error, `${host}:${port}`) };
  } finally {
    transport.close();
  }
}

function buildTestEmail(services: Services, { email, name }: Caller): OutgoingEmail {
  const { clock, config } = services;
  const sender = getEmailSender(services);
  const composed = composeEmail(sender, {
    subject: `Test email from ${sender.portalName}`,
    blocks: [
      { paragraph: `Dear ${name},` },
      { paragraph: 'The portal’s mail server works: it accepted this test email.' },
    ],
  });
  const id = randomUUID();
  return {
    id,
    message_id: `<${id}@${new URL(config.publicUrl).hostname}>`,
    recipient: email,
    reply_to: composed.replyTo,
    subject: composed.subject,
    text_body: composed.text,
    html_body: composed.html,
    attemptAt: clock().toISOString(),
  } as OutgoingEmail;
}

async function takeTest(db: Db, now: Date): Promise<void> {
  const retryAfter = await testLimit.take('all admins', { db, now });
  if (retryAfter === 0) return;
  const message = `${maxTests} test emails were sent in the last ten minutes. Wait, then try again.`;
  throw new Problem('too-often', message, { retryAfter });
}
