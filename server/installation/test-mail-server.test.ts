import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test as plain } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import {
  getInstallation,
  type InstallationChange,
  saveInstallation,
  testMailServer,
} from '#contract/settings/installation.ts';
import { createConfiguredTransport } from '#server/mail/configured-transport.ts';
import { queueTestEmail, readEmailRows } from '#server/test/mail.ts';
import { createTestUser } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { startTestSmtpServer } from '#tools/test/mailbox.ts';
import { explainMailError } from './explain-mail-error.ts';

/** The setting permits only the ports of mail servers, so each test listens on a loopback address of its own. */
let lastHost = 0;
const chooseHost = () =>
  `127.${(process.pid % 250) + 1}.${Math.floor(process.pid / 250) % 250}.${++lastHost}`;

async function save(portal: Portal, change: InstallationChange) {
  const { version } = await portal.admin.call(getInstallation, {});
  await portal.admin.call(saveInstallation, { body: { version, ...change } });
}

async function startMailServer(portal: Portal) {
  const host = chooseHost();
  const mailbox = await startTestSmtpServer({ host, port: 2525 });
  onTestFinished(() => mailbox.close());
  await save(portal, { mailServer: { host, port: 2525, security: 'none', user: '' } });
  return mailbox;
}

const send = (portal: Portal) => portal.admin.call(testMailServer, {});

describe('a test email', () => {
  test('goes to the caller’s own address with the saved sender, and is recorded', async ({
    portal,
  }) => {
    const mailbox = await startMailServer(portal);
    await save(portal, { mailSender: { name: 'FYP, Büro', email: 'fyp@university.test' } });
    expect(await send(portal)).toMatchObject({
      isSent: true,
      message: expect.stringContaining('admin@university.test'),
    });
    const [email] = await mailbox.waitFor('admin@university.test');
    expect(email?.from).toMatchObject({ name: 'FYP, Büro', address: 'fyp@university.test' });
    const { entries } = await portal.admin.call(listAudit, {
      query: { action: 'mail-server-tested' },
    });
    expect(entries.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^to admin@university\.test through 127\..+:2525$/),
    ]);
    expect(await readEmailRows(portal)).toEqual([]);
  });

  test('is refused if no mail server is set', async ({ portal }) => {
    const refusal = await expectRefusal(portal, portal.admin, testMailServer, {});
    expect(refusal.message).toContain('No mail server is set');
  });

  test('reports the reply of a mail server and what to do', async ({ portal }) => {
    const mailbox = await startMailServer(portal);
    mailbox.onRcpt = () => ({ code: 550, message: 'Relay access denied' });
    expect(await send(portal)).toEqual({
      isSent: false,
      message: expect.stringMatching(
        /^The mail server replied: “550 Relay access denied” Check the sender/,
      ),
    });
  });

  test('does not tell a closed port from a service that is no mail server', async ({ portal }) => {
    const closed = chooseHost();
    const service = chooseHost();
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    server.listen(2525, service);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const messages: string[] = [];
    for (const host of [closed, service, 'no-such-host.invalid']) {
      await save(portal, { mailServer: { host, port: 2525, security: 'none', user: '' } });
      messages.push((await send(portal)).message.replace(host, 'HOST'));
    }
    expect(new Set(messages)).toEqual(
      new Set([expect.stringMatching(/^No mail server answered at HOST:2525\./)]),
    );
  });

  test('is limited to five in ten minutes for all admins together, also at the same moment', async ({
    portal,
  }) => {
    await startMailServer(portal);
    const second = await portal.logInAs((await createTestUser(portal, 'admin')).userId);
    const results = await Promise.allSettled(
      [portal.admin, second, portal.admin, second, portal.admin, second, second].map((caller) =>
        caller.call(testMailServer, {}),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const refusal = await expectRefusal(portal, portal.admin, testMailServer, {});
    expect(refusal).toMatchObject({ status: 429, code: 'too-often', retryAfter: '600' });
    portal.wait(10 * 60_000);
    expect(await send(portal)).toMatchObject({ isSent: true });
  });
});

/** Opens a transport that reads the stored settings for each email. */
async function openTransport({ config, content }: Portal) {
  const { department } = content;
  const transport = await createConfiguredTransport(config, {
    department,
    refreshIfOlderThan: () => content.refresh(),
  });
  onTestFinished(() => transport.close());
  return transport;
}

describe('an email in the queue', () => {
  test('is sent with the settings that are stored when it is sent', async ({ portal }) => {
    const transport = await openTransport(portal);
    for (const _ of [1, 2]) {
      const mailbox = await startMailServer(portal);
      await queueTestEmail(portal, 'someone@university.test');
      await portal.deliver(transport);
      expect(mailbox.to('someone@university.test')).toHaveLength(1);
    }
  });

  test('does not tell a closed port from a service that is no mail server in its error', async ({
    portal,
  }) => {
    const transport = await openTransport(portal);
    const [closed, service] = [chooseHost(), chooseHost()];
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    server.listen(2525, service);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    await queueTestEmail(portal, 'someone@university.test');
    for (const host of [closed, service, 'no-such-host.invalid']) {
      await save(portal, { mailServer: { host, port: 2525, security: 'none', user: '' } });
      await portal.db
        .updateTable('emails')
        .set({ next_attempt_at: portal.clock().toISOString(), last_error: null })
        .execute();
      await portal.deliver(transport);
      expect(await readEmailRows(portal)).toMatchObject([
        {
          sent_at: null,
          attempts: 0,
          last_error: expect.stringMatching(`^No mail server answered at ${host}:2525\\.`),
        },
      ]);
    }
  });

  test('stays queued with its attempts unchanged while the password of the mail server cannot be decrypted', async ({
    portal,
  }) => {
    const mailbox = await startMailServer(portal);
    const config = { ...portal.config, mailProblem: 'Enter the password again.' };
    const transport = await createConfiguredTransport(config, portal.content);
    await queueTestEmail(portal, 'someone@university.test');
    await portal.deliver(transport);
    expect(mailbox.emails).toEqual([]);
    expect(await readEmailRows(portal)).toMatchObject([{ sent_at: null, attempts: 0 }]);
  });
});

plain(
  'the explanation of a mail server’s reply contains neither line breaks nor bidi controls',
  () => {
    const reply = `550 no\r\nSet-Cookie: a\u202e${'x'.repeat(1000)}`;
    const text = explainMailError(new Error(reply), 'host:25');
    expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(text.length).toBeLessThan(500);
  },
);
