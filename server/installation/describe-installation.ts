import { documentKindKeys, documentKinds } from '#contract/rules/document-kinds.ts';
import type { Installation, MailSender, ValueSource } from '#contract/settings/installation.ts';
import { type Config, getSizeLimitName } from '#server/config.ts';
import {
  readStoredConfig,
  type StoredConfig,
} from '#server/content/stored-config/stored-config.ts';
import { getMailFrom } from '#server/mail/sender.ts';
import { parseSmtpUrl } from '#server/mail/smtp.ts';
import type { Services } from '#server/services.ts';
import { findMaxMegabytes, megabyte } from './max-megabytes.ts';

/** Returns the current values with their sources. Never returns a password. */
export async function describeInstallation(
  services: Pick<Services, 'db' | 'config' | 'files' | 'content'>,
): Promise<Installation> {
  const { db, config } = services;
  const stored = await readStoredConfig(db);
  const { publicUrl, timeZone, confirmEmail, strictPasswords, sizeLimits } = config;
  const withSource = <Value>(variable: string, value: Value, isStored: boolean) => {
    const source: ValueSource = config.environment.has(variable)
      ? 'environment'
      : isStored
        ? 'stored'
        : 'default';
    return { value, source, variable };
  };
  const max = await findMaxMegabytes(services);
  return {
    version: stored.version,
    publicUrl: withSource('PUBLIC_URL', publicUrl, stored.publicUrl !== undefined),
    // The portal stores the machine's zone at its first start.
    timeZone: withSource('TIME_ZONE', timeZone, true),
    confirmEmail: withSource('CONFIRM_EMAIL', confirmEmail, stored.confirmEmail === confirmEmail),
    strictPasswords: withSource(
      'STRICT_PASSWORDS',
      strictPasswords,
      stored.strictPasswords !== undefined,
    ),
    mailServer: withSource(
      'SMTP_URL',
      describeMailServer(config, stored),
      stored.mailServer !== undefined,
    ),
    mailSender: withSource(
      'MAIL_FROM',
      parseSender(getMailFrom(config, services.content.department)),
      stored.mailSender !== undefined,
    ),
    sizeLimits: documentKindKeys.map((kind) => ({
      ...withSource(
        getSizeLimitName(kind),
        Math.round((sizeLimits[kind] / megabyte) * 1000) / 1000,
        stored.sizeLimits?.[kind] !== undefined,
      ),
      kind,
      label: documentKinds[kind].label,
      max,
    })),
  };
}

function describeMailServer(
  { smtpUrl, mailProblem, environment }: Config,
  { mailServer }: StoredConfig,
): Installation['mailServer']['value'] {
  if (smtpUrl === undefined) return null;
  if (mailServer && !environment.has('SMTP_URL')) {
    const { password: _, ...server } = mailServer;
    return { ...server, ...(mailProblem !== undefined && { problem: mailProblem }) };
  }
  const { options, auth } = parseSmtpUrl(smtpUrl);
  const { host = '', port, secure, ignoreTLS } = options;
  return {
    host,
    port: Number(port),
    security: secure ? 'tls' : ignoreTLS ? 'none' : 'starttls',
    user: auth?.credentials.user ?? '',
    hasPassword: Boolean(auth?.credentials.pass),
  };
}

/** Splits `Name <address>`, of which the name and its quotes are optional. */
function parseSender(sender: string): MailSender {
  const [, name = '', email = sender] = /^"?([^"<]*?)"?\s*<([^>]+)>$/.exec(sender) ?? [];
  return { name, email };
}
