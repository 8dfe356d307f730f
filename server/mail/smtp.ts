import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { compose, type Message } from './message.ts';
import { type Transport, Undeliverable } from './outbox.ts';

/**
 * How long each part of a conversation with the mail server may take in all, however it is dripped out.
 * Servers look through a text before they say that they took it: who is impatient there sends it twice (RFC 5321, 4.5.3.2).
 */
export type Timeouts = {
  /** From the first packet until the email's sender can be told: greeting, TLS and login. */
  setUpMs: number;
  /** From the sender to the end of the text. */
  emailMs: number;
  /** From the end of the text until the server says that it took it. */
  verdictMs: number;
};
const defaultTimeouts: Timeouts = { setUpMs: 30_000, emailMs: 60_000, verdictMs: 5 * 60_000 };

/** Emails through the mail server that `SMTP_URL` names, one conversation each, so that none waits for another. */
export function smtpTransport(url: string, from: string, timeouts = defaultTimeouts): Transport {
  const server = serverOf(url);
  const open = new Set<SMTPConnection>();
  return {
    async send(email, handOver) {
      const message = await compose(email, from);
      const connection = new SMTPConnection({ ...server.options, ...within(timeouts) });
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
  // mutant-harmless limit: the conversation’s own clock ends it sooner; this is the library’s, set on purpose
  socketTimeout: emailMs + verdictMs,
});

type Auth = { credentials: { user: string; pass: string } };

/** README says what an address may ask for. */
export function serverOf(url: string): { options: SMTPConnectionOptions; auth: Auth | undefined } {
  const { hostname, port, protocol, username, password, searchParams } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const tls = searchParams.get('tls');
  // A password is not shown to the network, unless the network is this machine.
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

/** Hands one message over; resolves with the server's 250 to its text. Throws `Undeliverable`. */
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

    /** The text; its end, which is the final dot, comes when all of it has left and it may. */
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
        // What becomes of the farewell does not matter any more.
        setTimeout(() => connection.close(), 5000).unref();
        connection.quit();
        resolve();
      });
    };
    connection.on('error', failBy);
    connection.once('end', () => failBy({ message: 'The mail server closed the connection.' }));
    waitFor('open a conversation', setUpMs);
    connection.connect((failure) => {
      // mutant-harmless condition: the same error comes as an event
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

/** Authentication is asked for or refused, at whatever command the server says so. */
const aboutLogin = [530, 534, 535, 538];

/** What a refusal means: a 5xx to this recipient or text is final; one to the portal itself (a wrong password, say) is not the email's fault. */
export function refusalOf(error: SmtpError, isSetUp: boolean, isHandedOver = false): Undeliverable {
  const { code, command, responseCode = 0, response, message } = error;
  const said = response ?? message;
  // 421 after the login may be about this email, and says so at any command.
  const isAboutSender = command === 'MAIL FROM' && responseCode !== 421;
  if (!isSetUp || isAboutSender || aboutLogin.includes(responseCode)) {
    return new Undeliverable(said, 'server');
  }
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  // 503 says that the conversation went wrong, not that the email is.
  const isForGood = (responseCode >= 500 && responseCode !== 503) || command === 'API';
  const isInDoubt = isHandedOver && responseCode === 0;
  return new Undeliverable(said, isAboutEmail && isForGood ? 'refused' : 'email', isInDoubt);
}
