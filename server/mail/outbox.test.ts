import { describe, expect } from 'vitest';
import { DeliveryError, type EmailTransport, erasedEmailText } from '#server/mail/outbox.ts';
import { createSmtpTransport } from '#server/mail/smtp.ts';
import { queueTestEmail, readEmailRows, test, testSenderAddress } from '#server/test/mail.ts';
import { getItemAt } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';

const second = 1000;

const waits = (portal: Portal, next: string) =>
  (Date.parse(next) - portal.clock().getTime()) / second;

describe('an email in the outbox', () => {
  test('is delivered exactly once and unchanged', async ({ portal, mailbox, smtp }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    expect(await portal.deliver(smtp)).toBe(1);
    expect(await portal.deliver(smtp)).toBe(0);
    const [email] = await mailbox.waitFor('ayesha@university.test');
    const row = getItemAt(await readEmailRows(portal), 0);
    expect(email).toMatchObject({
      subject: 'Your marks',
      messageId: row.message_id,
      from: { name: 'FYP Portal', address: 'fyp@university.test' },
      to: [{ address: 'ayesha@university.test' }],
      envelope: { from: 'fyp@university.test', to: ['ayesha@university.test'] },
    });
    expect(email?.text?.trim()).toBe('Ünïcode – text');
    expect(email?.html).toContain('<p>Ünïcode – text</p>');
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(row).toMatchObject({
      sent_at: portal.clock().toISOString(),
      failed_at: null,
      attempts: 1,
      leased_until: null,
    });
    expect(mailbox.emails).toHaveLength(1);
  });

  test('has its stored text erased after sending if the text contains a one-use link', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    const link = 'https://fyp.university.test/login#reset=a-secret-token';
    const text = { text: link, html: `<a href="${link}">Choose</a>` };
    await queueTestEmail(portal, 'ayesha@university.test', { ...text, carriesLink: true });
    mailbox.onRcpt = () => ({ code: 451, message: 'later' });
    await portal.deliver(smtp);
    expect(getItemAt(await readEmailRows(portal), 0)).toMatchObject({
      text_body: link,
      carries_link: 1,
    });
    mailbox.onRcpt = () => undefined;
    portal.wait(60_000);
    await portal.deliver(smtp);
    const [email] = await mailbox.waitFor('ayesha@university.test');
    expect(email?.text?.trim()).toBe(link);
    const row = getItemAt(await readEmailRows(portal), 0);
    expect(row).toMatchObject({ text_body: erasedEmailText, html_body: erasedEmailText });
    expect(row.sent_at).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain('a-secret-token');
  });

  test('is retried after a temporary failure, with increasing delays and the same Message-ID', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    mailbox.onRcpt = () => ({ code: 451, message: 'try later' });
    for (const [index, wait] of [30, 60, 120].entries()) {
      expect(await portal.deliver(smtp)).toBe(0);
      const row = getItemAt(await readEmailRows(portal), 0);
      expect(row).toMatchObject({
        sent_at: null,
        failed_at: null,
        attempts: index + 1,
        leased_until: null,
      });
      expect(row.last_error).toContain('try later');
      expect(waits(portal, row.next_attempt_at)).toBe(wait);
      portal.wait((wait - 1) * second);
      expect(await portal.deliver(smtp)).toBe(0);
      expect(getItemAt(await readEmailRows(portal), 0).attempts).toBe(index + 1);
      portal.wait(1 * second);
    }
    mailbox.onRcpt = () => undefined;
    expect(await portal.deliver(smtp)).toBe(1);
    const { message_id, last_error } = getItemAt(await readEmailRows(portal), 0);
    expect(getItemAt(mailbox.emails, 0).messageId).toBe(message_id);
    expect(last_error).toBeNull();
  });

  test('fails immediately after a permanent error, with the reason stored, while other emails are sent', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    for (const name of ['a', 'b', 'c']) await queueTestEmail(portal, `${name}@university.test`);
    mailbox.onRcpt = (address) =>
      address.startsWith('b@') ? { code: 550, message: 'no such person here' } : undefined;
    expect(await portal.deliver(smtp)).toBe(2);
    const [a, b, c] = await readEmailRows(portal);
    expect([a?.sent_at, b?.sent_at, c?.sent_at].map(Boolean)).toEqual([true, false, true]);
    expect(b).toMatchObject({
      failed_at: portal.clock().toISOString(),
      last_error: expect.stringContaining('no such person here'),
    });
    portal.wait(24 * 3600 * second);
    expect(await portal.deliver(smtp)).toBe(0);
    expect(mailbox.emails).toHaveLength(2);
  });

  test('waits while the mail server is unreachable, and is sent once the server is reachable again', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    const away = createSmtpTransport('smtp://127.0.0.1:1', testSenderAddress);
    expect(await portal.deliver(away)).toBe(0);
    away.close();
    expect(getItemAt(await readEmailRows(portal), 0)).toMatchObject({
      failed_at: null,
      attempts: 0,
      last_error: expect.stringMatching(/ECONNREFUSED|connect/),
    });
    portal.wait(30 * second);
    expect(await portal.deliver(smtp)).toBe(1);
    expect(mailbox.emails).toHaveLength(1);
  });

  test('fails after five days of retries', async ({ portal }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    const started = portal.clock().getTime();
    const never: EmailTransport = {
      send: () => Promise.reject(new DeliveryError('not now', 'email')),
      close: () => undefined,
    };
    for (
      let attempt = 0;
      attempt < 40 && !getItemAt(await readEmailRows(portal), 0).failed_at;
      attempt += 1
    ) {
      await portal.deliver(never);
      portal.wait(6 * 3600 * second);
    }
    const row = getItemAt(await readEmailRows(portal), 0);
    expect(row).toMatchObject({ failed_at: expect.any(String), last_error: 'not now' });
    expect((Date.parse(row.failed_at ?? '') - started) / (86_400 * second)).toBeGreaterThan(4);
    expect(await portal.deliver(never)).toBe(0);
  });

  test('is sent only once even if several workers run concurrently', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    for (let index = 0; index < 12; index += 1)
      await queueTestEmail(portal, `p${index}@university.test`);
    const other = createSmtpTransport(mailbox.url, testSenderAddress);
    const sent = await Promise.all([
      portal.deliver(smtp),
      portal.deliver(other),
      portal.deliver(smtp),
    ]);
    other.close();
    expect(sent.reduce((a, b) => a + b, 0)).toBe(12);
    expect(new Set(mailbox.emails.map(({ messageId }) => messageId)).size).toBe(12);
    expect(mailbox.emails).toHaveLength(12);
  });

  test('is sent by another process when the lease of a crashed process expires', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    const leased = new Date(portal.clock().getTime() + 300 * second).toISOString();
    await portal.db.updateTable('emails').set({ leased_until: leased, attempts: 1 }).execute();
    expect(await portal.deliver(smtp)).toBe(0);
    portal.wait(301 * second);
    expect(await portal.deliver(smtp)).toBe(1);
    expect(mailbox.emails).toHaveLength(1);
  });

  test('is not queued if the transaction that makes the reported change is rolled back', async ({
    portal,
  }) => {
    const work = portal.db.transaction().execute(async (trx) => {
      await queueTestEmail({ ...portal, db: trx }, 'ayesha@university.test');
      throw new Error('the save failed');
    });
    await expect(work).rejects.toThrow();
    expect(await readEmailRows(portal)).toEqual([]);
  });
});
