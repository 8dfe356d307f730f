import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email as ParsedEmail } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Email extends ParsedEmail {
  envelope: { from: string; to: string[] };
  raw: Buffer;
}

export interface SmtpRefusal {
  code: number;
  message: string;
}

/** A test SMTP server that stores every email that it accepts. */
export interface Mailbox {
  url: string;
  emails: Email[];
  /** Subjects of emails that `to` and `waitFor` leave out, such as those that test data causes. */
  ignoredSubjects?: RegExp;
  to(address: string): Email[];
  /** Waits for `count` emails to `address`, by default one. Throws after `timeout` ms, by default 10,000. */
  waitFor(address: string, count?: number, timeout?: number): Promise<Email[]>;
  /** Optional hooks for rejecting a recipient (`onRcpt`) or an email (`onData`). They return undefined to accept it. */
  onRcpt?: (address: string) => SmtpRefusal | undefined;
  onData?: (email: Email) => SmtpRefusal | undefined;
  close(): Promise<void>;
}

function toSmtpError(refusal: SmtpRefusal | undefined): Error | undefined {
  return refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code });
}

export async function startTestSmtpServer(
  { host, port: listenPort } = { host: '127.0.0.1', port: 0 },
): Promise<Mailbox> {
  const emails: Email[] = [];
  const arrivals = new EventTarget();

  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // Wait at most 50 ms for connections to close, because clients keep them open.
    closeTimeout: 50,
    onRcptTo: ({ address }, _session, done) => done(toSmtpError(mailbox.onRcpt?.(address))),
    async onData(stream, { envelope }, done) {
      // The stream fails if the client disconnects before the end of the email.
      const raw = await buffer(stream).catch(() => undefined);
      if (!raw) return done(new Error('The client has disconnected.'));
      const parsed = await PostalMime.parse(raw);
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      const email = { ...parsed, envelope: { from, to }, raw };
      const refusal = toSmtpError(mailbox.onData?.(email));
      if (!refusal) {
        emails.push(email);
        arrivals.dispatchEvent(new Event('email'));
      }
      done(refusal);
    },
  });
  // Ignore errors of clients that disconnect early.
  server.on('error', () => undefined);
  server.listen(listenPort, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  const mailbox: Mailbox = {
    url: `smtp://${host}:${port}`,
    emails,
    to: (address) =>
      emails.filter(
        ({ envelope, subject = '' }) =>
          !mailbox.ignoredSubjects?.test(subject) &&
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
