import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import {
  dismissEmail,
  listUndeliveredEmails,
  sendEmailAgain,
  sendFailedEmailsAgain,
} from '#contract/admin/undelivered-emails.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { DeliveryError } from '#server/mail/outbox.ts';
import { listAddedEntries } from '#server/test/audit/trail.ts';
import { createUndeliverableEmail } from '#server/test/emails.ts';
import { queueTestEmail, readEmailRows, test } from '#server/test/mail.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const hour = 3_600_000;
const unsent = (portal: Portal) => portal.admin.call(listUndeliveredEmails);

describe('undelivered emails', () => {
  test('are listed for an admin with recipient, subject, times and error, but without their bodies', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    const team = await createTestGroup(portal, { size: 2 });
    await portal.deliver(smtp);
    const marks = Object.fromEntries(
      team.ids.map((id) => [id, { month1: { marks: 7, feedback: 'A secret feedback' } }]),
    );
    const { groupId } = team;
    await team.supervisor.caller.call(saveMarks, {
      body: { semester: 'Semester 7', groupId, marks },
    });
    await team.supervisor.caller.call(mailGroup, { params: { groupId } });
    mailbox.onRcpt = (address) =>
      address === team.mate.email ? { code: 550, message: 'no such person here' } : undefined;
    await portal.deliver(smtp);

    const reply = await unsent(portal);
    expect(reply).toEqual({
      failed: [
        {
          _id: expect.any(String),
          recipient: team.mate.email,
          subject: `${team.group.fypGroupName}: Month 1 marked`,
          fypGroupName: team.group.fypGroupName,
          attempts: 1,
          lastError: expect.stringContaining('no such person here'),
          queuedAt: portal.clock().toISOString(),
          failedAt: portal.clock().toISOString(),
          nextAttemptAt: portal.clock().toISOString(),
          isUsual: false,
        },
      ],
      failedTotal: 1,
      waiting: [],
      waitingTotal: 0,
      twiceTotal: 0,
    });
    expect(JSON.stringify(reply)).not.toContain('secret feedback');
  });

  test('are listed with the newest failed email first, and waiting emails count as delayed after ten minutes', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    mailbox.onRcpt = (address) =>
      address.startsWith('slow') ? { code: 451, message: 'later' } : { code: 550, message: 'no' };
    await queueTestEmail(portal, 'slow@university.test');
    for (const name of ['first', 'second', 'third']) {
      await queueTestEmail(portal, `${name}@university.test`);
      await portal.deliver(smtp);
      portal.wait(60_000);
    }
    const { failed, failedTotal, waitingTotal } = await unsent(portal);
    expect(failed.map(({ recipient }) => recipient.split('@')[0])).toEqual([
      'third',
      'second',
      'first',
    ]);
    expect([failedTotal, waitingTotal]).toEqual([3, 1]);
    const waitingNow = async () => (await unsent(portal)).waiting;
    expect(await waitingNow()).toMatchObject([{ isUsual: true }]);
    portal.wait(10 * 60_000);
    expect(await waitingNow()).toMatchObject([
      {
        recipient: 'slow@university.test',
        isUsual: false,
        failedAt: null,
        lastError: expect.stringMatching('later'),
      },
    ]);
  });

  test('do not include sent emails', async ({ portal, smtp }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    await portal.deliver(smtp);
    portal.wait(2 * hour);
    expect(await unsent(portal)).toMatchObject({ failedTotal: 0, waitingTotal: 0 });
  });

  test('can be resent or dismissed one at a time', async ({ portal, mailbox, smtp }) => {
    for (const name of ['ayesha', 'bilal', 'chand'])
      await queueTestEmail(portal, `${name}@university.test`);
    mailbox.onRcpt = () => ({ code: 550, message: 'mailbox full' });
    await portal.deliver(smtp);
    const [first, second, third] = (await unsent(portal)).failed;
    await portal.admin.call(sendEmailAgain, { params: { emailId: first?._id ?? '' } });
    await portal.admin.call(dismissEmail, { params: { emailId: second?._id ?? '' } });
    const { failed } = await unsent(portal);
    expect(failed.map(({ _id }) => _id)).toEqual([third?._id]);
    expect((await readEmailRows(portal)).map(({ id }) => id).toSorted()).toEqual(
      [first?._id, third?._id].toSorted(),
    );
  });

  test('can be resent even if the process that was sending them died', async ({ portal }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    const leased_until = new Date(portal.clock().getTime() - 1).toISOString();
    await portal.db.updateTable('emails').set({ leased_until, attempts: 3 }).execute();
    const { id } = getItemAt(await readEmailRows(portal), 0);
    await portal.admin.call(sendEmailAgain, { params: { emailId: id } });
    expect(getItemAt(await readEmailRows(portal), 0).attempts).toBe(0);
  });

  test('are sent exactly once after an admin resends them, and can then no longer be resent', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    mailbox.onRcpt = () => ({ code: 550, message: 'mailbox full' });
    await portal.deliver(smtp);
    mailbox.onRcpt = () => undefined;
    const emailId = getItemAt((await unsent(portal)).failed, 0)._id;
    await portal.admin.call(sendEmailAgain, { params: { emailId } });
    expect((await unsent(portal)).failedTotal).toBe(0);
    expect(await portal.deliver(smtp)).toBe(1);
    const { message_id } = getItemAt(await readEmailRows(portal), 0);
    expect(mailbox.emails.map(({ messageId }) => messageId)).toEqual([message_id]);
    const params = { emailId };
    expect(await expectRefusal(portal, portal.admin, sendEmailAgain, { params })).toMatchObject({
      status: 404,
    });
    expect(await expectRefusal(portal, portal.admin, dismissEmail, { params })).toMatchObject({
      status: 404,
    });
  });

  test('cannot be resent while they are being delivered', async ({ portal }) => {
    await queueTestEmail(portal, 'ayesha@university.test');
    const leased_until = new Date(portal.clock().getTime() + 60_000).toISOString();
    await portal.db.updateTable('emails').set({ leased_until }).execute();
    const params = { emailId: getItemAt(await readEmailRows(portal), 0).id };
    expect(await expectRefusal(portal, portal.admin, sendEmailAgain, { params })).toMatchObject({
      status: 404,
    });
  });

  test('cannot be dismissed while they are being retried', async ({ portal }) => {
    const waiting = { failed_at: null, attempts: 1 };
    const now = portal.clock();
    const emailId = await createUndeliverableEmail(portal.db, 'a@university.test', now, waiting);
    const input = { params: { emailId } };
    const refusal = await expectRefusal(portal, portal.admin, dismissEmail, input);
    expect(refusal.status).toBe(404);
  });
});

describe('sending failed emails again', () => {
  test('queues those that have failed since a time once, without withdrawn ones and those with links', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    const { db, clock, admin } = portal;
    const add = (name: string, changes: object = {}) =>
      createUndeliverableEmail(db, `${name}@university.test`, clock(), changes);
    await add('earlier');
    portal.wait(hour);
    const since = clock().toISOString();
    for (const name of ['ayesha', 'bilal']) await add(name);
    await add('withdrawn', { withdrawn_at: since });
    await add('link', { carries_link: 1 });
    const second = await createTestUser(portal, 'admin');
    const counts: number[] = [];
    const send = async (caller: typeof admin) =>
      counts.push((await caller.call(sendFailedEmailsAgain, { body: { since } })).count);
    const entries = await listAddedEntries(portal, () =>
      Promise.all([admin, second.caller].map(send)),
    );
    expect(counts.toSorted()).toEqual([0, 2]);
    expect(entries).toEqual([`letters-sent-again: 2 emails: failed since ${since}`]);
    await portal.deliver(smtp);
    expect(mailbox.emails.map(({ envelope }) => envelope.to[0]).toSorted()).toEqual([
      'ayesha@university.test',
      'bilal@university.test',
    ]);
  });

  test('is not needed for emails that wait for the mail server, which Attention reports', async ({
    portal,
  }) => {
    const limit = '550 5.4.5 Daily user sending limit exceeded.';
    await queueTestEmail(portal, 'ayesha@university.test');
    const readDelay = async () => (await portal.admin.call(findAttention)).emailDelay;
    await portal.deliver({
      send: () => Promise.reject(new DeliveryError(limit, 'server')),
      close: () => undefined,
    });
    expect(await readDelay()).toBeNull();
    const since = portal.clock().toISOString();
    portal.wait(hour);
    expect(await readDelay()).toEqual({ waiting: 1, since, lastError: limit });
  });
});
