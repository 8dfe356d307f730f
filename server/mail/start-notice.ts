import { join } from 'node:path';
import { type Config, sendsEmail } from '#server/config.ts';

type Said = Pick<Config, 'smtpUrl' | 'confirmEmail' | 'dataDir'>;

export function startNotice(config: Said): string {
  const where = sendsEmail(config)
    ? 'Emails go out through the mail server of SMTP_URL.'
    : `No mail server is set (SMTP_URL): no email goes out, each is a file in ${join(config.dataDir, 'outbox')}.`;
  return `${where}\n${confirmations[config.confirmEmail]}`;
}

const confirmations: Record<Config['confirmEmail'], string> = {
  on: 'Whoever signs up sees no group until they have opened the link of an email (CONFIRM_EMAIL=on).',
  admin:
    'Whoever signs up sees no group until an admin has confirmed the account, under Users (CONFIRM_EMAIL=admin).',
  off: 'Whoever signs up with an address sees its group at once (CONFIRM_EMAIL=off): only for a portal that nobody else reaches.',
};
