import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, onTestFinished, test as plain } from 'vitest';
import { queueTestEmail, readEmailRows, test, testSenderAddress } from '#server/test/mail.ts';
import { getEhloName } from './client-name.ts';
import { createSmtpTransport, parseSmtpUrl, type SmtpTimeouts, toDeliveryError } from './smtp.ts';

describe('an SMTP error', () => {
  const atEnvelope = (command: string, responseCode: number) => ({
    code: 'EENVELOPE',
    command,
    responseCode,
  });
  plain.each([
    ['this recipient', atEnvelope('RCPT TO', 550), 'refused'],
    ['this text', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'refused'],
    ['an invalid address', { code: 'EENVELOPE', command: 'API' }, 'refused'],
    ['this recipient temporarily', atEnvelope('RCPT TO', 451), 'email'],
    ['the sequence of commands', atEnvelope('RCPT TO', 503), 'email'],
    ['too many emails on a connection', { command: 'MAIL FROM', responseCode: 421 }, 'email'],
    ['a lost connection', { code: 'ECONNECTION' }, 'email'],
    ['a protocol error', { code: 'EPROTOCOL', responseCode: 550 }, 'email'],
    ['the portal as a sender', atEnvelope('MAIL FROM', 550), 'server'],
    ['a missing login', atEnvelope('RCPT TO', 530), 'server'],
  ])('is classified correctly if it concerns %s', (_what, error, fault) => {
    expect(toDeliveryError({ message: 'no', ...error }, true).reason).toBe(fault);
    expect(toDeliveryError({ message: 'no', ...error }, false).reason).toBe('server');
  });

  plain.each([
    // Gmail
    ['550 5.4.5 Daily user sending limit exceeded. For more information', 'server'],
    ['550-5.7.1 Daily SMTP relay sending limit exceeded for customer', 'server'],
    ['421 4.7.0 Try again later, closing connection: too many connections', 'server'],
    ['550 5.1.1 The email account that you tried to reach does not exist', 'refused'],
    [
      '552 5.2.2 The email account that you tried to reach is over quota, limit exceeded',
      'refused',
    ],
    ['450 4.2.1 The user you are trying to contact is receiving mail at a rate', 'email'],
    ['552 5.3.4 Your message exceeded Google’s message size limits', 'refused'],
    // Microsoft 365
    ['550 5.1.90 Your message can’t be sent because you’ve reached your daily limit', 'server'],
    ['550 5.7.708 Service unavailable. Access denied, traffic not accepted', 'server'],
    ['554 5.2.252 SendAsDenied; portal@university.test not allowed', 'server'],
    ['550 5.4.1 Recipient address rejected: Access denied', 'refused'],
    ['550 5.7.1 Message rejected as spam by content filtering', 'refused'],
    // Amazon SES
    ['454 Throttling failure: Daily message quota exceeded.', 'server'],
    ['454 Throttling failure: Maximum sending rate exceeded.', 'server'],
    ['554 Message rejected: Sending paused for this account.', 'server'],
    // Zoho
    ['550 5.4.6 Unusual sending activity detected. Please try after sometime', 'server'],
    // Others
    ['452 4.3.1 Insufficient system storage', 'server'],
    ['421 4.3.2 Service not available', 'server'],
    ['451 4.4.1 No answer from host', 'email'],
    ['552 Mailbox full: storage limit of the mailbox', 'refused'],
  ])('with the reply “%s” is about: %s', (response, reason) => {
    for (const command of ['RCPT TO', 'DATA']) {
      const code = command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE';
      const error = { code, command, responseCode: Number(response.slice(0, 3)), response };
      expect(toDeliveryError({ message: 'no', ...error }, true).reason).toBe(reason);
    }
  });

  plain('contains the server’s message if the server sent one', () => {
    expect(toDeliveryError({ message: 'no', response: '550 no such person' }, true).message).toBe(
      '550 no such person',
    );
    expect(toDeliveryError({ message: 'it hung up' }, true).message).toBe('it hung up');
  });
});

plain.each([
  ['smtps://mail.university.test', true, 465, false],
  ['smtps://mail.university.test:1465', true, 1465, false],
  ['smtp://mail.university.test:25', false, 25, false],
  ['smtp://mail.university.test?tls=required', false, 587, true],
  ['smtp://user:p%40ss@mail.university.test', false, 587, true],
  ['smtp://user:p%40ss@mail.university.test?tls=off', false, 587, false],
])(
  'SMTP_URL %s uses implicit TLS: %s, and port %i, and requires STARTTLS: %s',
  (url, secure, port, requireTLS) => {
    const { options } = parseSmtpUrl(url);
    expect(options).toMatchObject({ secure, port, host: 'mail.university.test', requireTLS });
  },
);

plain('SMTP_URL with a password does not require TLS on the same machine', () => {
  expect(parseSmtpUrl('smtp://user:p%40ss@127.0.0.1:25').options.requireTLS).toBe(false);
});

async function openServer(options: SMTPServerOptions) {
  const users: unknown[] = [];
  let taken = 0;
  const server = new SMTPServer({
    closeTimeout: 50,
    onAuth: ({ username, password }, _session, done) => {
      users.push(username);
      done(password === 'p@ss' ? null : new Error('wrong password'), { user: username });
    },
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once('end', () => {
        taken += 1;
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, users, taken: () => taken };
}

describe('the login to the mail server', () => {
  test.for([
    [
      'uses the password in SMTP_URL if the server offers AUTH',
      'portal:p%40ss@',
      [],
      1,
      ['portal'],
    ],
    ['is skipped if SMTP_URL has no password', '', [], 1, []],
    ['is skipped if the server does not offer AUTH', 'portal:p%40ss@', ['AUTH'], 1, []],
    ['prevents delivery if the password is wrong', 'portal:wrong@', [], 0, ['portal']],
  ] as const)('%s', async ([, credentials, without, emails, users], { portal }) => {
    const disabledCommands = ['STARTTLS', ...without];
    const server = await openServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands,
    });
    const transport = createSmtpTransport(
      `smtp://${credentials}127.0.0.1:${server.port}`,
      testSenderAddress,
    );
    await queueTestEmail(portal, 'ayesha@university.test');
    expect(await portal.deliver(transport)).toBe(emails);
    transport.close();
    expect(server.taken()).toBe(emails);
    expect(server.users).toEqual(users);
  });
});

test.for([
  { offers: true, tls: '', isTaken: false, because: /certificate/ },
  { offers: true, tls: '?tls=off', isTaken: true, because: /^$/ },
  { offers: false, tls: '', isTaken: true, because: /^$/ },
  { offers: false, tls: '?tls=required', isTaken: false, because: /STARTTLS|502|500/ },
])(
  'delivery with the SMTP_URL option “$tls”, STARTTLS offered: $offers, and an untrusted certificate succeeds: $isTaken',
  async ({ offers, tls, isTaken, because }, { portal }) => {
    const disabledCommands = ['AUTH', ...(offers ? [] : ['STARTTLS'])];
    const server = await openServer({ disabledCommands });
    const url = `smtp://127.0.0.1:${server.port}${tls}`;
    const transport = createSmtpTransport(url, testSenderAddress);
    await queueTestEmail(portal, 'ayesha@university.test');
    expect(await portal.deliver(transport)).toBe(isTaken ? 1 : 0);
    transport.close();
    expect(server.taken()).toBe(isTaken ? 1 : 0);
    const [row] = await readEmailRows(portal);
    expect(row).toMatchObject({ failed_at: null, attempts: isTaken ? 1 : 0 });
    expect(row?.last_error ?? '').toMatch(because);
  },
);

describe('a mail server that stops replying', () => {
  const ignore = () => undefined;
  test.for([
    ['to the login', { onAuth: ignore }, 'setUpMs', 'open a conversation', [0, 0]],
    ['to MAIL FROM', { onMailFrom: ignore }, 'emailMs', 'take the email', [1, 0]],
    [
      'to the final dot',
      { onData: (stream) => void stream.resume() },
      'verdictMs',
      'confirm the email',
      [1, 1],
    ],
  ] satisfies [string, SMTPServerOptions, keyof SmtpTimeouts, string, number[]][])(
    '%s delays the delivery only up to the time limit',
    async ([, options, limit, step, [attempts, hand_overs]], { portal }) => {
      const server = await openServer({
        allowInsecureAuth: true,
        disabledCommands: ['STARTTLS'],
        ...options,
      });
      const timeouts = { setUpMs: 60_000, emailMs: 60_000, verdictMs: 60_000, [limit]: 300 };
      const url = `smtp://portal:p%40ss@127.0.0.1:${server.port}`;
      const transport = createSmtpTransport(url, testSenderAddress, timeouts);
      await queueTestEmail(portal, 'ayesha@university.test');
      expect(await portal.deliver(transport)).toBe(0);
      transport.close();
      const last_error = `The mail server did not ${step} within 0.3 seconds.`;
      // `hand_overs` counts the attempts in which the mail server may have accepted the whole email.
      expect(await readEmailRows(portal)).toMatchObject([
        { last_error, attempts, hand_overs, sent_at: null, failed_at: null },
      ]);
    },
  );
});

plain.each([
  ['https://fyp.university.edu', 'fyp.university.edu'],
  ['https://fyp.university.edu:8443/portal', 'fyp.university.edu'],
  ['https://häuser.university.edu', 'xn--huser-gra.university.edu'],
  ['http://localhost:3000', undefined],
  ['http://portal:3000', undefined],
  ['http://127.0.0.1:3000', undefined],
  ['http://10.1.2.3', undefined],
  ['http://[::1]:3000', undefined],
])('a portal with PUBLIC_URL %s sends the EHLO name %s', (publicUrl, name) => {
  expect(getEhloName(publicUrl)).toBe(name);
});

test('createSmtpTransport sends the given client name to the mail server in EHLO', async ({
  portal,
}) => {
  const names: string[] = [];
  const server = await openServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, session, done) => {
      names.push(session.hostNameAppearsAs);
      done();
    },
  });
  const url = `smtp://127.0.0.1:${server.port}`;
  const transport = createSmtpTransport(url, testSenderAddress, undefined, 'fyp.university.edu');
  await queueTestEmail(portal, 'ayesha@university.test');
  expect(await portal.deliver(transport)).toBe(1);
  transport.close();
  expect(names).toEqual(['fyp.university.edu']);
});

test('a daily limit delays all emails, which are sent with the date of their delivery once it ends', async ({
  portal,
  mailbox,
  smtp,
}) => {
  for (let index = 0; index < 12; index += 1)
    await queueTestEmail(portal, `p${index}@university.test`);
  mailbox.onRcpt = () => ({ code: 550, message: '5.4.5 Daily user sending limit exceeded.' });
  expect(await portal.deliver(smtp)).toBe(0);
  const rows = await readEmailRows(portal);
  expect(rows.filter(({ failed_at, attempts }) => failed_at || attempts > 0)).toEqual([]);
  portal.wait(24 * 3_600_000);
  mailbox.onRcpt = undefined;
  expect(await portal.deliver(smtp)).toBe(12);
  const dates = mailbox.emails.map(({ date }) => new Date(date ?? '').toISOString());
  expect(new Set(dates)).toEqual(new Set([portal.clock().toISOString()]));
});
