import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { getEhloName } from './client-name.ts';
import { createFolderTransport } from './folder.ts';
import { DeliveryError, type EmailTransport } from './outbox.ts';
import { getMailFrom, type SenderConfig } from './sender.ts';
import { createSmtpTransport, parseSmtpUrl } from './smtp.ts';

type MailConfig = SenderConfig &
  Pick<Config, 'smtpUrl' | 'mailProblem' | 'publicUrl' | 'dataDir' | 'environment'>;

/** The current settings. */
type MailContent = {
  department: { portalName?: string | undefined };
  refreshIfOlderThan: (ms: number) => Promise<unknown>;
};

/**
 * Returns a transport that sends each email with the current settings, which it reads if they have changed. Creates the
 * outbox folder if no mail server is set.
 */
export async function createConfiguredTransport(
  config: MailConfig,
  content: MailContent,
): Promise<EmailTransport> {
  const transports = new Map<string, Promise<EmailTransport>>();
  const getSettings = () => ({ ...config, mailFrom: getMailFrom(config, content.department) });
  if (!config.smtpUrl) await openTransport(getSettings());
  return {
    async send(email, handOver) {
      await content.refreshIfOlderThan(1000);
      if (config.mailProblem) throw new DeliveryError(config.mailProblem, 'server');
      const settings = getSettings();
      const { smtpUrl, mailFrom, publicUrl } = settings;
      const key = JSON.stringify([smtpUrl, mailFrom, publicUrl]);
      const transport = transports.get(key) ?? openTransport(settings);
      transports.set(key, transport);
      // Try again with the next email, for example once the outbox folder can be created.
      transport.catch(() => transports.delete(key));
      try {
        await (await transport).send(email, handOver);
      } catch (error) {
        const isSetByAdmin = smtpUrl !== undefined && !config.environment.has('SMTP_URL');
        throw isSetByAdmin ? hideNetworkError(error, smtpUrl) : error;
      }
    },
    close() {
      for (const transport of transports.values())
        transport.then(({ close }) => close()).catch(() => {});
    },
  };
}

/**
 * Replaces an error before the reply of a mail server. Admins see the errors of emails and choose the mail server, so
 * differing texts would tell which machines exist and which of their ports are open. The log has the cause.
 */
function hideNetworkError(error: unknown, smtpUrl: string): unknown {
  const isReply = error instanceof Error && /^[45]\d\d[ -]/.test(error.message);
  if (!(error instanceof DeliveryError) || error.reason !== 'server' || isReply) return error;
  const { host, port } = parseSmtpUrl(smtpUrl).options;
  const message = `No mail server answered at ${host}:${port}. Check the host, port and encryption, and whether a firewall blocks this machine.`;
  return Object.assign(new DeliveryError(message, 'server'), { cause: error });
}

const openTransport = async ({
  smtpUrl,
  mailFrom,
  publicUrl,
  dataDir,
}: Pick<MailConfig, 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'dataDir'>): Promise<EmailTransport> =>
  smtpUrl
    ? createSmtpTransport(smtpUrl, mailFrom, undefined, getEhloName(publicUrl))
    : createFolderTransport(join(dataDir, 'outbox'), mailFrom);
