import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test as plain } from 'vitest';
import { createSmtpTransport, parseSmtpUrl } from '#server/mail/smtp.ts';
import { queueTestEmail, readEmailRows, test, testSenderAddress } from '#server/test/mail.ts';
import { getItemAt } from '#server/test/people.ts';

async function openServer(disabledCommands: string[]) {
  let taken = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', ...disabledCommands],
    closeTimeout: 50,
    onData: (stream, _session, done) => {
      stream.resume();
      stream.once('end', () => {
        taken += 1;
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, taken: () => taken };
}

test.for([
  { offers: true, tls: '', isTaken: false, because: /certificate/ },
  { offers: true, tls: '?tls=off', isTaken: true, because: /^$/ },
  { offers: false, tls: '', isTaken: true, because: /^$/ },
  { offers: false, tls: '?tls=required', isTaken: false, because: /STARTTLS|502|500/ },
])(
  'delivery with the SMTP_URL option “$tls”, STARTTLS offered: $offers, and an untrusted certificate succeeds: $isTaken',
  async ({ offers, tls, isTaken, because }, { portal }) => {
    const { port, taken } = await openServer(offers ? [] : ['STARTTLS']);
    const transport = createSmtpTransport(`smtp://127.0.0.1:${port}${tls}`, testSenderAddress);
    await queueTestEmail(portal, 'ayesha@university.test');
    expect(await portal.deliver(transport)).toBe(isTaken ? 1 : 0);
    transport.close();
    expect(taken()).toBe(isTaken ? 1 : 0);
    expect(getItemAt(await readEmailRows(portal), 0)).toMatchObject({
      failed_at: null,
      attempts: isTaken ? 1 : 0,
    });
    expect(getItemAt(await readEmailRows(portal), 0).last_error ?? '').toMatch(because);
  },
);

plain.each([
  ['smtp://user:p%40ss@mail.university.test', true],
  ['smtp://user:p%40ss@mail.university.test?tls=off', false],
  ['smtp://user:p%40ss@127.0.0.1:25', false],
  ['smtp://mail.university.test', false],
  ['smtp://mail.university.test?tls=required', true],
])('SMTP_URL %s requires TLS: %s', (url, isRequired) => {
  expect(parseSmtpUrl(url).options.requireTLS).toBe(isRequired);
});
