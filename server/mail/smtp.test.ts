import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, onTestFinished, test as plain } from 'vitest';
import { from, queue, test } from '#server/test/mail.ts';
import { clientNameOf } from './client-name.ts';
import { refusalOf, serverOf, smtpTransport } from './smtp.ts';

describe('a refusal of the mail server', () => {
  plain.each([
    ['this recipient', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 }, 'refused'],
    ['this text', { code: 'EMESSAGE', command: 'DATA', responseCode: 554 }, 'refused'],
    ['an address that is none', { code: 'EENVELOPE', command: 'API' }, 'refused'],
    [
      'this recipient for now',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 },
      'email',
    ],
    ['the conversation', { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 503 }, 'email'],
    ['more of it, after the sender', { command: 'MAIL FROM', responseCode: 421 }, 'email'],
    ['a connection that broke', { code: 'ECONNECTION' }, 'email'],
    ['something else for good', { code: 'EPROTOCOL', responseCode: 550 }, 'email'],
    [
      'the portal as a sender',
      { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 550 },
      'server',
    ],
    [
      'who has not logged in',
      { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 530 },
      'server',
    ],
  ])('of %s', (_what, error, fault) => {
    expect(refusalOf({ message: 'no', ...error }, true).reason).toBe(fault);
    // Before the conversation is open nothing is about an email.
    expect(refusalOf({ message: 'no', ...error }, false).reason).toBe('server');
  });

  plain('is told in the words of the server, else in those of the error', () => {
    expect(refusalOf({ message: 'no', response: '550 no such person' }, true).message).toBe(
      '550 no such person',
    );
    expect(refusalOf({ message: 'it hung up' }, true).message).toBe('it hung up');
  });
});

plain.each([
  ['smtps://mail.university.test', true, 465],
  ['smtps://mail.university.test:1465', true, 1465],
  ['smtp://mail.university.test', false, 587],
  ['smtp://mail.university.test:25', false, 25],
])('%s is spoken to in TLS from the first byte: %s, at port %i', (url, secure, port) => {
  expect(serverOf(url).options).toMatchObject({ secure, port, host: 'mail.university.test' });
});

/** A mail server; gives its port, the users that logged in, and how many emails it took. */
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

describe('the portal logs in', () => {
  test.for([
    ['where it has a password and the server asks for one', 'portal:p%40ss@', [], 1, ['portal']],
    ['not without a password', '', [], 1, []],
    ['not where the server asks for none', 'portal:p%40ss@', ['AUTH'], 1, []],
    ['and sends nothing when the password is wrong', 'portal:wrong@', [], 0, ['portal']],
  ] as const)('%s', async ([, credentials, without, emails, users], { portal }) => {
    const disabledCommands = ['STARTTLS', ...without];
    const server = await openServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands,
    });
    const transport = smtpTransport(`smtp://${credentials}127.0.0.1:${server.port}`, from);
    await queue(portal, 'ayesha@university.test');
    expect(await portal.deliver(transport)).toBe(emails);
    transport.close();
    expect(server.taken()).toBe(emails);
    expect(server.users).toEqual(users);
  });
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
])('a portal at %s introduces itself to mail servers as %s', (publicUrl, name) => {
  expect(clientNameOf(publicUrl)).toBe(name);
});

test('the mail server gets the portal’s own name', async ({ portal }) => {
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
  const transport = smtpTransport(url, from, undefined, 'fyp.university.edu');
  await queue(portal, 'ayesha@university.test');
  expect(await portal.deliver(transport)).toBe(1);
  transport.close();
  expect(names).toEqual(['fyp.university.edu']);
});
