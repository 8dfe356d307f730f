import { join } from 'node:path';
import { type Config, hasMailServer } from '#server/config.ts';

type MailConfig = Pick<Config, 'smtpUrl' | 'confirmEmail' | 'dataDir'>;

export function describeMailSetup(config: MailConfig): string {
  const delivery = hasMailServer(config)
    ? 'Emails are sent through the mail server in SMTP_URL.'
    : `No mail server is set (SMTP_URL): emails are not sent, each is a file in ${join(config.dataDir, 'outbox')}.`;
  return `${delivery}\n${confirmations[config.confirmEmail]}`;
}

const confirmations: Record<Config['confirmEmail'], string> = {
  on: 'New users see no group until they open the link in an email (CONFIRM_EMAIL=on).',
  admin:
    'New users see no group until an admin confirms the account under Users (CONFIRM_EMAIL=admin).',
  off: 'New users see the group of their email address at once (CONFIRM_EMAIL=off). Use this only for a portal that nobody else can reach.',
};
