import { describe, expect, vi } from 'vitest';
import { duplicateEmailLookbackDays } from '#contract/admin/undelivered-emails.ts';
import { countPossibleDuplicates } from '#server/admin/undelivered-emails.ts';
import { acceptEveryEmail, queueTestEmail, readEmailRows, test } from '#server/test/mail.ts';
import { getItemAt } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import { startEmailWorker } from './email-worker.ts';
import { emailLeaseMs, extendLeases, leaseDueEmails } from './lease.ts';
import { DeliveryError, type EmailTransport } from './outbox.ts';

const second = 1000;
const quietLog = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

describe('a mail server error', () => {
  test('that affects all emails is logged once, and delivery is retried at intervals without counting attempts', async ({
    portal,
  }) => {
    for (let index = 0; index < 12; index += 1)
      await queueTestEmail(portal, `p${index}@university.test`);
    let asked: string[] = [];
    let isDown = true;
    const transport: EmailTransport = {
      send: async ({ recipient }) => {
        asked.push(recipient);
        if (isDown) throw new DeliveryError('535 5.7.8 wrong password', 'server');
      },
      close: () => undefined,
    };
    const log = quietLog();
    const emailWorker = startEmailWorker({ ...portal, log }, transport, acceptEveryEmail);
    const askedNow = async () => {
      asked = [];
      emailWorker.wake();
      await emailWorker.idle();
      return asked;
    };
    expect((await askedNow()).length).toBeLessThanOrEqual(5);
    expect(await askedNow()).toEqual([]);
    const probed: string[] = [];
    for (const pause of [30, 60, 120, 240, 300, 300]) {
      portal.wait((pause - 1) * second);
      expect(await askedNow()).toEqual([]);
      portal.wait(1 * second);
      const once = await askedNow();
      expect(once).toHaveLength(1);
      probed.push(...once);
    }
    // Each retry tries a different email, so that a single undeliverable email cannot block all emails.
    expect(new Set(probed).size).toBe(6);
    expect((await readEmailRows(portal)).map(({ attempts }) => attempts)).toEqual(
      Array(12).fill(0),
    );
    expect(log.error).toHaveBeenCalledOnce();
    expect(log.error).toHaveBeenCalledWith(expect.stringContaining('535 5.7.8 wrong password'));

    isDown = false;
    portal.wait(300 * second);
    expect(new Set(await askedNow()).size).toBe(12);
    expect(log.info).toHaveBeenCalledOnce();
    await emailWorker.stop();
  });

  test('that makes the delivery of one email hang does not delay other emails', async ({
    portal,
  }) => {
    let release = () => {};
    const hanging = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrived: string[] = [];
    const transport: EmailTransport = {
      send: async ({ recipient }) => {
        if (recipient.startsWith('slow')) await hanging;
        arrived.push(recipient);
      },
      close: () => undefined,
    };
    await queueTestEmail(portal, 'slow@university.test');
    portal.wait(second);
    for (let index = 0; index < 12; index += 1)
      await queueTestEmail(portal, `p${index}@university.test`);
    const emailWorker = startEmailWorker(
      { ...portal, log: quietLog() },
      transport,
      acceptEveryEmail,
    );
    emailWorker.wake();
    await vi.waitFor(() => expect(arrived).toHaveLength(12), 10_000);
    await queueTestEmail(portal, 'later@university.test');
    emailWorker.wake();
    await vi.waitFor(() => expect(arrived.at(-1)).toBe('later@university.test'), 10_000);
    release();
    await emailWorker.stop();
    expect(arrived.filter((recipient) => recipient.startsWith('slow'))).toHaveLength(1);
  });

  test('is stored as one short line without control characters', async ({ portal }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    const message = `550\u0000-no\r\n\u001b[31m\ud800 ${'x'.repeat(9000)}`;
    await portal.deliver({
      send: () => Promise.reject(new DeliveryError(message, 'refused')),
      close: () => undefined,
    });
    const { last_error, failed_at } = getItemAt(await readEmailRows(portal), 0);
    expect(failed_at).not.toBeNull();
    expect(last_error).toMatch(/^550 -no \[31m\ufffd x{400,}$/);
    expect(last_error?.length).toBeLessThanOrEqual(500);
  });
});

describe('an email for which the mail server’s reply was lost', () => {
  const lostReply = new DeliveryError('The mail server did not confirm the email.', 'email', true);
  const count = ({ db, clock }: Portal) => countPossibleDuplicates(db, clock());

  test('is counted as possibly delivered twice after it has been sent again', async ({
    portal,
  }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    await portal.deliver({
      send: async (_email, handOver) => {
        await handOver();
        throw lostReply;
      },
      close: () => undefined,
    });
    expect(await count(portal)).toBe(0);
    portal.wait(60 * second);
    // An email rejected after the final dot was not delivered, so it does not count as a possible duplicate.
    for (const isHandedOver of [false, true]) {
      await portal.deliver({
        send: async (_email, handOver) => {
          if (isHandedOver) await handOver();
          throw new DeliveryError('451 later', 'email');
        },
        close: () => undefined,
      });
      portal.wait(600 * second);
    }
    expect(await count(portal)).toBe(0);
    await portal.deliver({ send: (_email, handOver) => handOver(), close: () => undefined });
    expect(getItemAt(await readEmailRows(portal), 0)).toMatchObject({
      sent_at: expect.any(String),
      hand_overs: 2,
    });
    expect(await count(portal)).toBe(1);
    portal.wait(duplicateEmailLookbackDays * 86_400 * second);
    expect(await count(portal)).toBe(0);
  });

  test('is always the only one: the next email is not handed over until the outcome of the previous one is recorded', async ({
    portal,
  }) => {
    for (let index = 0; index < 5; index += 1)
      await queueTestEmail(portal, `p${index}@university.test`);
    let waiting = 0;
    let inDoubt = 0;
    let most = 0;
    await portal.deliver({
      send: async (_email, handOver) => {
        waiting += 1;
        await handOver();
        inDoubt += 1;
        most = Math.max(most, inDoubt);
        await vi.waitFor(() => expect(waiting).toBe(5));
        const unwritten = (await readEmailRows(portal)).filter(
          (row) => row.hand_overs > 0 && !row.sent_at,
        );
        expect(unwritten).toHaveLength(1);
        inDoubt -= 1;
      },
      close: () => undefined,
    });
    expect(most).toBe(1);
    expect((await readEmailRows(portal)).filter(({ sent_at }) => sent_at)).toHaveLength(5);
  });
});

describe('the lease on an email', () => {
  test('lasts while the worker keeps extending it, and expires afterwards', async ({ portal }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    const take = () => leaseDueEmails(portal.db, portal.clock(), 5, []);
    const email = getItemAt(await take(), 0);
    for (let round = 0; round < 5; round += 1) {
      portal.wait(emailLeaseMs - second);
      expect(await take()).toEqual([]);
      await extendLeases(portal.db, [email.id], portal.clock());
    }
    portal.wait(emailLeaseMs + second);
    expect(await leaseDueEmails(portal.db, portal.clock(), 5, [email.id])).toEqual([]);
    expect(await take()).toHaveLength(1);
  });
});
