import { createTransport } from 'nodemailer';
import { messageOf } from './message.ts';
import { type Transport, Undeliverable } from './outbox.ts';

/** Every step of a conversation with the mail server has an end, so that one that hangs holds up one letter only. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
};

/** Letters through the mail server that `SMTP_URL` names. */
export function smtpTransport(url: string, from: string): Transport {
  const address = new URL(url);
  const transporter = createTransport({
    host: address.hostname,
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    ...(address.username && {
      auth: {
        user: decodeURIComponent(address.username),
        pass: decodeURIComponent(address.password),
      },
    }),
    pool: true,
    maxConnections: 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
  });
  return {
    async send(letter) {
      try {
        await transporter.sendMail(messageOf(letter, from));
      } catch (error) {
        throw refusal(error);
      }
    },
    close: () => transporter.close(),
  };
}

/** A 5xx to this letter is final; one to the portal itself (a wrong password, say) is not the letter's fault. */
function refusal(error: unknown): Undeliverable {
  const { code, responseCode, response, message } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
    message?: string;
  };
  const isAboutLetter = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isAboutLetter && responseCode !== undefined && responseCode >= 500;
  return new Undeliverable(response ?? message ?? 'The mail server did not answer.', isFinal);
}
