import { Problem } from '#contract/problem.ts';
import {
  type EmailKind,
  type EmailTemplate,
  findPlaceholderErrors,
} from '#contract/settings/email-templates.ts';
import { recordAuditEntry, toUserSubject } from '#server/audit/record-entry.ts';
import type { Caller } from '#server/http/serve.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { type EmailSamples, sampleEmailValues } from '#server/mail/email-sample.ts';
import { queueMandatoryEmail } from '#server/notices/notify.ts';
import type { Services } from '#server/services.ts';
import { RateLimit } from '#server/session/throttle/rate-limit.ts';
import { writeAs } from '#server/session/write-as.ts';

type Asked = { kind: EmailKind; words: EmailTemplate };

const testEmailLimit = new RateLimit('test email', 10, 60);

/** Renders an email template with sample values. Throws `invalid` for unknown placeholders. */
export async function previewTemplate(
  services: Services,
  caller: Caller,
  asked: Asked,
  samples: EmailSamples,
) {
  // This empty write only checks the session: `writeAs` rejects a caller whose session has ended.
  await writeAs(services, caller, async () => {});
  return compose(services, asked, samples);
}

/** Emails a template with sample values to the caller. Throws `invalid` for unknown placeholders, or `too-often`. */
export async function sendTestEmail(
  services: Services,
  caller: Caller,
  asked: Asked,
  samples: EmailSamples,
) {
  const { subject, text, html } = compose(services, asked, samples);
  await writeAs(services, caller, async (context) => {
    const { trx, now } = context;
    const retryAfter = await testEmailLimit.take(caller.userId, { db: trx, now });
    if (retryAfter > 0) {
      const message = 'Too many test emails. Wait a minute before the next one.';
      throw new Problem('too-often', message, { retryAfter });
    }
    const content = { text, html, subject: `Test: ${subject}` };
    const email = { ...content, groupId: null, right: 'recipient' } as const;
    await queueMandatoryEmail(context, { userId: caller.userId }, email);
    const entry = {
      action: 'test-email-sent',
      by: caller,
      subject: toUserSubject(caller),
    } as const;
    await recordAuditEntry(context, { ...entry, detail: asked.kind });
  });
  services.mail.wake();
  return { message: `A test email to ${caller.email} is on the way.` };
}

function compose(services: Services, { kind, words }: Asked, samples: EmailSamples) {
  const errors = Object.entries(findPlaceholderErrors(kind, words));
  const [first] = errors;
  if (first) {
    const fields = Object.fromEntries(errors.map(([part, message]) => [`words.${part}`, message]));
    throw new Problem('invalid', first[1], { fields });
  }
  const sender = getEmailSender(services);
  const { subject, text, html } = samples[kind]({
    sender: { ...sender, words: { ...sender.words, [kind]: words } },
    timeZone: services.config.timeZone,
    now: services.clock(),
    texts: sampleEmailValues,
  });
  return { subject, text, html };
}
