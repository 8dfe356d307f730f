import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email as ParsedEmail } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An email as it arrived: parsed, with the addresses of the SMTP dialogue beside it. */
export interface Email extends ParsedEmail {
  envelope: { from: string; to: string[] };
}

/** A refusal in SMTP's words, for example `{ code: 451, message: 'try later' }`. */
export interface Refusal {
  code: number;
  message: string;
}

/** A real SMTP server that keeps every email, for tests. */
export interface Mailbox {
  /** What SMTP_URL is set to. */
  url: string;
  /** In the order of arrival. */
  emails: Email[];
  /** The emails to `address`, in the order of arrival. */
  to(address: string): Email[];
  /**
   * Waits until at least `count` emails (1 unless told) to `address` are here and returns them.
   * @throws Error naming what did arrive, after `timeout` milliseconds (10,000 unless told)
   */
  waitFor(address: string, count?: number, timeout?: number): Promise<Email[]>;
  /** A test sets these to refuse a recipient, or an email once its text is here. */
  onRcpt?: (address: string) => Refusal | undefined;
  onData?: (email: Email) => Refusal | undefined;
  close(): Promise<void>;
}

function asError(refusal: Refusal | undefined): Error | undefined {
  return refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code });
}

/** Opens a mailbox on a free port of 127.0.0.1, without TLS or login. */
export async function openMailbox(): Promise<Mailbox> {
  const emails: Email[] = [];
  const arrivals = new EventTarget();

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // A second would go by at every close, for a client that keeps its connection.
    closeTimeout: 50,
    onRcptTo: ({ address }, _session, done) => done(asError(mailbox.onRcpt?.(address))),
    async onData(stream, { envelope }, done) {
      const parsed = await PostalMime.parse(await buffer(stream));
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      const email = { ...parsed, envelope: { from, to } };
      const refusal = asError(mailbox.onData?.(email));
      if (!refusal) {
        emails.push(email);
        arrivals.dispatchEvent(new Event('email'));
      }
      done(refusal);
    },
  });
  // A client that goes away in mid-dialogue is no failure of the mailbox.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  const mailbox: Mailbox = {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    to: (address) =>
      emails.filter(({ envelope }) =>
        envelope.to.some((recipient) => recipient.toLowerCase() === address.toLowerCase()),
      ),
    async waitFor(address, count = 1, timeout = 10_000) {
      const signal = AbortSignal.timeout(timeout);
      while (mailbox.to(address).length < count) {
        await once(arrivals, 'email', { signal }).catch(() => {
          const all = emails.map(({ envelope, subject }) => `${envelope.to}: ${subject}`);
          throw new Error(`No ${count} emails to ${address}, only:\n${all.join('\n')}`);
        });
      }
      return mailbox.to(address);
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return mailbox;
}
