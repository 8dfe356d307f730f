import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, vi } from 'vitest';
import {
  acceptEveryEmail,
  queueTestEmail,
  readEmailRows,
  test,
  testSenderAddress,
} from '#server/test/mail.ts';
import { getItemAt } from '#server/test/people.ts';
import { startEmailWorker } from './email-worker.ts';
import { createFolderTransport } from './folder.ts';

describe('the transport that writes emails to a folder', () => {
  test('writes each email as a complete .eml file', async ({ portal }) => {
    const folder = join(portal.folder, 'outbox');
    await queueTestEmail(portal, 'ayesha@university.test');
    await queueTestEmail(portal, 'bilal@university.test', { text: 'long '.repeat(5000) });
    expect(await portal.deliver(await createFolderTransport(folder, testSenderAddress))).toBe(2);
    const names = await readdir(folder);
    expect(names).toHaveLength(2);
    const emails = await Promise.all(
      names.map(async (name) => {
        expect(name).toMatch(/^2027-01-15T10-00-00.000Z_[\w-]{36}\.eml$/);
        return PostalMime.parse(await readFile(join(folder, name)));
      }),
    );
    const to = (address: string) => emails.find((email) => email.to?.[0]?.address === address);
    expect(to('ayesha@university.test')).toMatchObject({
      subject: 'Your marks',
      text: expect.stringContaining('Ünïcode – text'),
    });
    expect(to('ayesha@university.test')?.messageId).toBe(
      getItemAt(await readEmailRows(portal), 0).message_id,
    );
    expect(to('bilal@university.test')?.text?.length).toBeGreaterThan(24_000);
    expect(new Date(to('bilal@university.test')?.date ?? '').toISOString()).toBe(
      '2027-01-15T10:00:00.000Z',
    );
  });
});

describe('the email worker', () => {
  test('delivers each email once even if it is woken repeatedly, and finishes deliveries in progress before it stops', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    const emailWorker = startEmailWorker(portal, smtp, acceptEveryEmail);
    await queueTestEmail(portal, 'ayesha@university.test');
    for (let time = 0; time < 5; time += 1) emailWorker.wake();
    await mailbox.waitFor('ayesha@university.test');
    await queueTestEmail(portal, 'bilal@university.test');
    emailWorker.wake();
    await emailWorker.stop();
    expect(mailbox.emails).toHaveLength(2);
    emailWorker.wake();
    expect(mailbox.emails).toHaveLength(2);
  });

  test.for([
    ['a long outage', 60_000, 0],
    ['a short outage', 20_000, 1],
  ] as const)(
    'pauses delivery after a database outage only if the outage was long, so that other processes can record sent emails: %s',
    async ([, awayMs, sent], { portal, mailbox, smtp }) => {
      const { db, clock, wait, config } = portal;
      const away = vi.spyOn(db, 'updateTable').mockImplementation(() => {
        throw new Error('no database');
      });
      await queueTestEmail(portal, 'ayesha@university.test');
      const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
      const emailWorker = startEmailWorker({ db, clock, log, config }, smtp, acceptEveryEmail);
      emailWorker.wake();
      await vi.waitFor(() => expect(log.warn).toHaveBeenCalled());
      away.mockRestore();
      wait(awayMs);
      emailWorker.wake();
      expect(await emailWorker.idle()).toBe(sent);
      wait(31_000);
      emailWorker.wake();
      expect(await emailWorker.idle()).toBe(1);
      await emailWorker.stop();
      expect(mailbox.emails).toHaveLength(1);
    },
  );
});
