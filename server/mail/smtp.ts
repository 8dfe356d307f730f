import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { compose, type Message } from './message.ts';
import { type Transport, Undeliverable } from './outbox.ts';

/** However slowly bytes come. Giving up during the server's checks sends a text twice (RFC 5321, 4.5.3.2). */
export type Timeouts = {
  /** Greeting, TLS and login. */
  setUpMs: number;
  /** From the sender to the end of the text. */
  emailMs: number;
  /** From the end of the text to the reply. */
  verdictMs: number;
};
const defaultTimeouts: Timeouts = { setUpMs: 30_000, emailMs: 60_000, verdictMs: 5 * 60_000 };

/** A conversation for each, so that none waits for another. `clientName` is what EHLO says. */
export function smtpTransport(
  url: string,
  from: string,
  timeouts = defaultTimeouts,
  clientName?: string,
): Transport {
  const server = serverOf(url);
  const open = new Set<SMTPConnection>();
  return {
    async send(email, handOver) {
      const message = await compose(email, from);
      const connection = new SMTPConnection({
        ...server.options,
        ...within(timeouts),
        ...(clientName && { name: clientName }),
      });
      open.add(connection);
      connection.once('end', () => open.delete(connection));
      await converse(connection, server.auth, message, { timeouts, handOver });
    },
    close: () => {
      for (const connection of open) connection.close();
    },
  };
}

const within = ({ setUpMs, emailMs, verdictMs }: Timeouts): SMTPConnectionOptions => ({
  dnsTimeout: setUpMs,
  connectionTimeout: setUpMs,
  greetingTimeout: setUpMs,
  socketTimeout: emailMs + verdictMs,
});

type Auth = { credentials: { user: string; pass: string } };

/** README has the options. */
export function serverOf(url: string): { options: SMTPConnectionOptions; auth: Auth | undefined } {
  const { hostname, port, protocol, username, password, searchParams } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const tls = searchParams.get('tls');
  // A password crosses no network in the clear, except within this machine.
  const isSecret = username !== '' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return {
    options: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (isSecure ? 465 : 587),
      secure: isSecure,
      ignoreTLS: tls === 'off',
      requireTLS: !isSecure && (tls === 'required' || (isSecret && tls !== 'off')),
    },
    auth: username
      ? { credentials: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : undefined,
  };
}

/** Resolves with the server's 250 to its text. Throws `Undeliverable`. */
function converse(
  connection: SMTPConnection,
  auth: Auth | undefined,
  { bytes, envelope }: Message,
  { timeouts, handOver }: { timeouts: Timeouts; handOver: () => Promise<void> },
): Promise<void> {
  const { setUpMs, emailMs, verdictMs } = timeouts;
  return new Promise((resolve, reject) => {
    let isSetUp = false;
    let isHandedOver = false;
    let timer: NodeJS.Timeout | undefined;
    const fail = (refusal: Undeliverable) => {
      clearTimeout(timer);
      // Closing says that it ended, which is no second refusal.
      reject(refusal);
      connection.close();
    };
    const failBy = (error: SmtpError) => fail(refusalOf(error, isSetUp, isHandedOver));
    const waitFor = (what: string, ms: number) => {
      clearTimeout(timer);
      const said = `The mail server did not ${what} within ${ms / 1000} seconds.`;
      timer = setTimeout(() => failBy({ message: said }), ms);
    };

    /** The final dot is sent when the text has left and it may. */
    async function* whole() {
      yield bytes;
      clearTimeout(timer);
      await handOver();
      isHandedOver = true;
      waitFor('confirm the email', verdictMs);
    }
    const send = () => {
      isSetUp = true;
      waitFor('take the email', emailMs);
      const text = Readable.from(whole(), { highWaterMark: 1 });
      connection.send(envelope, text, (error) => {
        if (error) return failBy(error);
        clearTimeout(timer);
        // The reply to QUIT does not matter.
        setTimeout(() => connection.close(), 5000).unref();
        connection.quit();
        resolve();
      });
    };
    connection.on('error', failBy);
    connection.once('end', () => failBy({ message: 'The mail server closed the connection.' }));
    waitFor('open a conversation', setUpMs);
    connection.connect((failure) => {
      if (failure) return failBy(failure);
      if (!auth || !connection.allowsAuth) return send();
      connection.login(auth, (refusal) => (refusal ? failBy(refusal) : send()));
    });
  });
}

type SmtpError = {
  code?: string | undefined;
  command?: string | undefined;
  responseCode?: number | undefined;
  response?: string | undefined;
  message: string;
};

/** At whatever command the server replies so. */
const aboutLogin = [530, 534, 535, 538];

/** A 5xx to this recipient or text is final; one to the portal itself, as a wrong password, is not. */
export function refusalOf(error: SmtpError, isSetUp: boolean, isHandedOver = false): Undeliverable {
  const { code, command, responseCode = 0, response, message } = error;
  const said = response ?? message;
  // A 421 after the login may be about this email, at any command.
  const isAboutSender = command === 'MAIL FROM' && responseCode !== 421;
  if (!isSetUp || isAboutSender || aboutLogin.includes(responseCode)) {
    return new Undeliverable(said, 'server');
  }
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  // 503: the conversation went wrong, not the email.
  const isForGood = (responseCode >= 500 && responseCode !== 503) || command === 'API';
  const isInDoubt = isHandedOver && responseCode === 0;
  return new Undeliverable(said, isAboutEmail && isForGood ? 'refused' : 'email', isInDoubt);
}
