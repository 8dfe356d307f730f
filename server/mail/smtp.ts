import { Readable } from 'node:stream';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { composeMimeMessage, type MimeMessage } from './message.ts';
import { DeliveryError, type EmailTransport } from './outbox.ts';
import { isSenderRefused } from './sender-refusal.ts';

/** Time limits of a delivery. If `verdictMs` is too short, accepted emails may be sent again (RFC 5321, 4.5.3.2). */
export type SmtpTimeouts = {
  /** Time limit for the greeting, TLS and login. */
  setUpMs: number;
  /** Time limit from MAIL FROM to the end of the message. */
  emailMs: number;
  /** Time limit for the mail server's reply after the end of the message. */
  verdictMs: number;
};
const defaultTimeouts: SmtpTimeouts = { setUpMs: 30_000, emailMs: 60_000, verdictMs: 5 * 60_000 };

/** Returns a transport that opens an SMTP connection for each email. `clientName` is the client name sent in EHLO. */
export function createSmtpTransport(
  url: string,
  from: string,
  timeouts = defaultTimeouts,
  clientName?: string,
): EmailTransport {
  const server = parseSmtpUrl(url);
  const open = new Set<SMTPConnection>();
  return {
    async send(email, handOver) {
      const message = await composeMimeMessage(email, from);
      const connection = new SMTPConnection({
        ...server.options,
        ...toLibraryTimeouts(timeouts),
        ...(clientName && { name: clientName }),
      });
      open.add(connection);
      connection.once('end', () => open.delete(connection));
      await sendMessage(connection, server.auth, message, { timeouts, handOver });
    },
    close: () => {
      for (const connection of open) connection.close();
    },
  };
}

const toLibraryTimeouts = ({
  setUpMs,
  emailMs,
  verdictMs,
}: SmtpTimeouts): SMTPConnectionOptions => ({
  dnsTimeout: setUpMs,
  connectionTimeout: setUpMs,
  greetingTimeout: setUpMs,
  socketTimeout: emailMs + verdictMs,
});

type Auth = { credentials: { user: string; pass: string } };

/** Parses `SMTP_URL`. Its options are described in docs/configuration.md. */
export function parseSmtpUrl(url: string): {
  options: SMTPConnectionOptions;
  auth: Auth | undefined;
} {
  const { hostname, port, protocol, username, password, searchParams } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const tls = searchParams.get('tls');
  // A password requires TLS, unless the mail server runs on this machine.
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

function sendMessage(
  connection: SMTPConnection,
  auth: Auth | undefined,
  { bytes, envelope }: MimeMessage,
  { timeouts, handOver }: { timeouts: SmtpTimeouts; handOver: () => Promise<void> },
): Promise<void> {
  const { setUpMs, emailMs, verdictMs } = timeouts;
  return new Promise((resolve, reject) => {
    let isSetUp = false;
    let isHandedOver = false;
    let timer: NodeJS.Timeout | undefined;
    const fail = (refusal: DeliveryError) => {
      clearTimeout(timer);
      // Reject before closing, because closing emits `end`, which would otherwise reject with a less specific error.
      reject(refusal);
      connection.close();
    };
    const failWith = (error: SmtpError) => fail(toDeliveryError(error, isSetUp, isHandedOver));
    const waitFor = (what: string, ms: number) => {
      clearTimeout(timer);
      const message = `The mail server did not ${what} within ${ms / 1000} seconds.`;
      timer = setTimeout(() => failWith({ message }), ms);
    };

    /** Yields the message, then awaits `handOver`, as the end of the stream makes nodemailer send the final dot. */
    async function* messageChunks() {
      yield bytes;
      clearTimeout(timer);
      await handOver();
      isHandedOver = true;
      waitFor('confirm the email', verdictMs);
    }
    const send = () => {
      isSetUp = true;
      waitFor('take the email', emailMs);
      const text = Readable.from(messageChunks(), { highWaterMark: 1 });
      connection.send(envelope, text, (error) => {
        if (error) return failWith(error);
        clearTimeout(timer);
        // Close after 5 s even without a reply to QUIT.
        setTimeout(() => connection.close(), 5000).unref();
        connection.quit();
        resolve();
      });
    };
    connection.on('error', failWith);
    connection.once('end', () => failWith({ message: 'The mail server closed the connection.' }));
    waitFor('open a conversation', setUpMs);
    connection.connect((failure) => {
      if (failure) return failWith(failure);
      if (!auth || !connection.allowsAuth) return send();
      connection.login(auth, (refusal) => (refusal ? failWith(refusal) : send()));
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

/** SMTP reply codes that report a missing or failed login, regardless of the command. */
const aboutLogin = [530, 534, 535, 538];

/** Converts an SMTP error. A 5xx code means a permanent error for a recipient or message, but not for a login
 * or a sender that has used up its limit. */
export function toDeliveryError(
  error: SmtpError,
  isSetUp: boolean,
  isHandedOver = false,
): DeliveryError {
  const { code, command, responseCode = 0, response, message } = error;
  const text = response ?? message;
  // A rejected MAIL FROM affects all emails. The exception is code 421, which may affect only this email.
  const isAboutSender = command === 'MAIL FROM' && responseCode !== 421;
  const isSenderRefusal = responseCode > 0 && isSenderRefused(text);
  if (!isSetUp || isAboutSender || isSenderRefusal || aboutLogin.includes(responseCode)) {
    return new DeliveryError(text, 'server');
  }
  const isAboutEmail = code === 'EENVELOPE' || code === 'EMESSAGE';
  // Code 503 is not permanent: it means that commands were sent in the wrong order, not that the email is invalid.
  const isForGood = (responseCode >= 500 && responseCode !== 503) || command === 'API';
  const isInDoubt = isHandedOver && responseCode === 0;
  return new DeliveryError(text, isAboutEmail && isForGood ? 'refused' : 'email', isInDoubt);
}
