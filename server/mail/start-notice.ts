import { join } from 'node:path';
import { type Config, hasMailServer } from '#server/config.ts';

type MailConfig = Pick<
  Config,
  'smtpUrl' | 'mailProblem' | 'environment' | 'confirmEmail' | 'dataDir'
>;

export function describeMailSetup(config: MailConfig): string {
  return `${describeDelivery(config)}\n${confirmations[config.confirmEmail]}`;
}

function describeDelivery(config: MailConfig): string {
  const { mailProblem, environment, dataDir } = config;
  if (mailProblem !== undefined) return `Emails wait: ${mailProblem}`;
  if (!hasMailServer(config))
    return `No mail server is set (SMTP_URL): emails are not sent, each is a file in ${join(dataDir, 'outbox')}.`;
  const place = environment.has('SMTP_URL')
    ? 'in SMTP_URL'
    : 'entered under Settings, Installation';
  return `Emails are sent through the mail server ${place}.`;
}

const confirmations: Record<Config['confirmEmail'], string> = {
  on: 'New users see no group until they open the link in an email (CONFIRM_EMAIL=on).',
  admin:
    'New users see no group until an admin confirms the account under Users (CONFIRM_EMAIL=admin).',
  off: 'New users see the group of their email address at once (CONFIRM_EMAIL=off). Use this only for a portal that nobody else can reach.',
};
