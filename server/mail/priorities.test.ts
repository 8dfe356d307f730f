import { type RawBuilder, sql } from 'kysely';
import { describe, expect, vi } from 'vitest';
import { forgotPassword } from '#contract/account.ts';
import { uploadDocument } from '#contract/documents.ts';
import type { EmailTopic } from '#contract/features.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createUser } from '#contract/users.ts';
import { isPostgres } from '#server/db/migrate.ts';
import { createToken } from '#server/session/tokens.ts';
import { acceptEveryEmail, readEmailRows, test } from '#server/test/mail.ts';
import { createTestGroup, createTestUser } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import {
  buildEmailAddress,
  buildPdfFile,
  buildProposal,
  createUniqueName,
} from '#tools/test/people.ts';
import { startEmailWorker } from './email-worker.ts';
import { leaseDueEmails } from './lease.ts';
import { selectVisit } from './next-email.ts';
import { DeliveryError, erasedEmailText, queueEmails } from './outbox.ts';

const hour = 3_600_000;

type Batch = {
  topic?: EmailTopic;
  count?: number;
  sender?: string;
  recipient?: string;
};

/** Queues emails to numbered recipients or to one recipient, then waits a millisecond. */
async function queue(
  portal: Portal,
  { topic = 'documents', count = 1, sender, recipient }: Batch = {},
) {
  const { db, clock } = portal;
  const emails = Array.from({ length: count }, (_, index) => ({
    recipient: recipient ?? `${sender ?? topic}-${index}@university.test`,
    topic,
    subject: `${topic} ${index}`,
    text: 'Text',
    html: '<p>Text</p>',
    groupId: null,
  }));
  await queueEmails({ trx: db, services: portal, now: clock() }, emails);
  if (sender) {
    const rows = db.updateTable('emails').set({ sender }).where('sender', '=', topic);
    await rows.execute();
  }
  portal.wait(1);
}

/** Takes emails one by one, as a worker with one connection does, and returns their recipients. */
async function takeRecipients(portal: Portal, count: number): Promise<string[]> {
  const turns = new Map<number, string>();
  const recipients: string[] = [];
  for (let taken = 0; taken < count; taken += 1) {
    const [email] = await leaseDueEmails(portal.db, portal.clock(), 1, [], { turns });
    if (email) recipients.push(email.recipient);
  }
  return recipients;
}

describe('the order of emails', () => {
  test.for<[string, EmailTopic[], EmailTopic[]]>([
    [
      'links before messages and receipts',
      ['documents', 'marks', 'password-link'],
      ['password-link', 'marks', 'documents'],
    ],
    ['messages before digests', ['digest', 'announcements'], ['announcements', 'digest']],
    [
      'confirmations before reminders',
      ['reminders', 'confirmation'],
      ['confirmation', 'reminders'],
    ],
  ])('is %s', async ([, queued, expected], { portal }) => {
    for (const topic of queued) await queue(portal, { topic });
    const recipients = expected.map((topic) => `${topic}-0@university.test`);
    expect(await takeRecipients(portal, queued.length + 1)).toEqual(recipients);
  });

  test('delivers the emails of different senders alternately, so that one sender’s backlog does not delay another’s emails', async ({
    portal,
  }) => {
    await queue(portal, { count: 700, sender: 'm' });
    await queue(portal, { sender: 'z' });
    await queue(portal, { count: 2, sender: 'a' });
    const taken = await takeRecipients(portal, 6);
    expect(taken.map((recipient) => recipient[0])).toEqual(['a', 'm', 'z', 'a', 'm', 'm']);
  });

  test('sends a password link next while a thousand receipts wait', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    await queue(portal, { count: 1000, sender: 'm' });
    const worker = startEmailWorker(portal, smtp, acceptEveryEmail);
    worker.wake();
    await vi.waitFor(() => expect(mailbox.emails.length).toBeGreaterThan(10), 60_000);
    const before = mailbox.emails.length;
    await queue(portal, { topic: 'password-link' });
    worker.wake();
    await mailbox.waitFor('password-link-0@university.test', 1, 60_000);
    await queue(portal, { sender: 'z' });
    worker.wake();
    await mailbox.waitFor('z-0@university.test', 1, 60_000);
    const order = mailbox.emails.map(({ envelope }) => envelope.to[0]);
    const stopping = worker.stop();
    // Up to five receipts were being sent, and some arrived while the test queued the email.
    expect(order.indexOf('password-link-0@university.test') - before).toBeLessThan(40);
    expect(order.length).toBeLessThan(200);
    await stopping;
  });

  test('stays the same for one topic to one recipient, with two workers and several senders', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    const recipients = ['x@university.test', 'y@university.test'];
    for (let round = 0; round < 24; round += 1) {
      const topic = round % 3 === 0 ? 'marks' : 'extensions';
      const recipient = recipients[round % 2] ?? '';
      await queue(portal, { topic, recipient, sender: `s${(round * 7) % 5}` });
      const last = portal.db.updateTable('emails').set({ subject: `${topic} ${100 + round}` });
      await last.where('subject', '=', `${topic} 0`).execute();
    }
    await Promise.all([portal.deliver(smtp), portal.deliver(smtp)]);
    await portal.deliver(smtp);
    expect(mailbox.emails).toHaveLength(24);
    for (const recipient of recipients)
      for (const topic of ['marks', 'extensions']) {
        const subjects = mailbox.to(recipient).map(({ subject }) => subject ?? '');
        const ofTopic = subjects.filter((subject) => subject.startsWith(topic));
        expect(ofTopic).toEqual(ofTopic.toSorted());
      }
  });

  test('is kept after an outage in which only the first email was tried', async ({ portal }) => {
    await queue(portal, { count: 40, recipient: 'x@university.test' });
    const send = () => Promise.reject(new DeliveryError('421 away', 'server'));
    await portal.deliver({ send, close: () => undefined });
    portal.wait(31_000);
    const sent: string[] = [];
    await portal.deliver({
      send: async ({ subject }) => void sent.push(subject),
      close: () => undefined,
    });
    expect(sent).toHaveLength(40);
    const rows = await readEmailRows(portal);
    const inOrder = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ subject }) => subject);
    expect(sent).toEqual(inOrder);
  });

  test('lets a later email pass one that has failed, such as a new password link', async ({
    portal,
  }) => {
    const link = { topic: 'password-link', recipient: 'x@university.test' } as const;
    await queue(portal, link);
    const send = () => Promise.reject(new DeliveryError('451 later', 'email'));
    await portal.deliver({ send, close: () => undefined });
    await queue(portal, link);
    expect(await takeRecipients(portal, 2)).toEqual(['x@university.test']);
  });

  test('is kept when the lease of a killed worker expires', async ({ portal, mailbox, smtp }) => {
    const recipient = 'x@university.test';
    await queue(portal, { topic: 'marks', recipient });
    expect(await leaseDueEmails(portal.db, portal.clock(), 1, [])).toHaveLength(1);
    await queue(portal, { topic: 'marks', recipient });
    await queue(portal, { topic: 'extensions', recipient });
    expect(await portal.deliver(smtp)).toBe(1);
    portal.wait(hour);
    expect(await portal.deliver(smtp)).toBe(2);
    const { messageId } = mailbox.emails[1] ?? {};
    const rows = await readEmailRows(portal);
    const first = rows.find((row) => row.message_id === messageId);
    expect(first?.attempts).toBe(2);
  });
});

test('a receipt belongs to the account that uploaded the file, and a password link to no account', async ({
  portal,
}) => {
  const { student } = await createTestGroup(portal);
  await student.caller.call(uploadDocument, {
    params: { kind: 'thesis', email: student.email },
    body: { file: buildPdfFile('thesis.pdf') },
  });
  await portal.visitor.call(forgotPassword, { body: { email: student.email } });
  const rows = (await readEmailRows(portal)).map(({ topic, sender, priority }) => ({
    topic,
    sender,
    priority,
  }));
  expect(rows).toContainEqual({ topic: 'documents', sender: student.userId, priority: 2 });
  const link = { topic: 'password-link', sender: 'password-link', priority: 0 };
  expect(rows).toContainEqual(link);
});

describe('a one-use link', () => {
  test('is sent before messages in an invitation and in an email to a named member, and then erased', async ({
    portal,
  }) => {
    await queue(portal, { topic: 'announcements', count: 2 });
    const [name, mate] = [createUniqueName('Invited'), createUniqueName('Mate')];
    const invited = { name, email: buildEmailAddress(name), role: 'faculty' } as const;
    await portal.admin.call(createUser, { body: invited });
    const student = await createTestUser(portal);
    const named = { name: mate, email: buildEmailAddress(mate) };
    await student.caller.call(submitProposal, { body: buildProposal([student, named]) });
    const taken = await takeRecipients(portal, 2);
    expect(taken.toSorted()).toEqual([invited.email, named.email].toSorted());
    portal.wait(hour);
    await portal.deliver();
    const rows = (await readEmailRows(portal)).filter(({ recipient }) => taken.includes(recipient));
    expect(rows.map(({ text_body }) => text_body)).toEqual([erasedEmailText, erasedEmailText]);
  });

  test.for<EmailTopic>(['marks', 'announcements', 'digest'])(
    'fails the test that queues it about %s, because the topic declares another priority',
    async (topic) => {
      const { portal, close } = await openPortal();
      await queue(portal, { topic });
      const text = `http://127.0.0.1/login#reset=${createToken()}`;
      await portal.db.updateTable('emails').set({ text_body: text }).execute();
      await expect(close()).rejects.toThrow(`Emails with links need priority: ${topic} 0`);
    },
  );
});

/** Inserts copies of the waiting email, queued one millisecond apart. */
async function insertCopies({ db }: Portal, count: number, sentAt: string | null) {
  const onPostgres = isPostgres(db);
  const numbers = onPostgres
    ? sql`select n from generate_series(1, ${sql.lit(count)}) as series(n)`
    : sql`with recursive series(n) as (select 1 union all select n + 1 from series where n < ${sql.lit(count)}) select n from series`;
  const id = onPostgres ? sql`gen_random_uuid()` : sql`lower(hex(randomblob(16)))`;
  const queuedAt = onPostgres
    ? sql`queued_at + n * interval '1 millisecond'`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', queued_at, '+' || (n / 1000.0) || ' seconds')`;
  const label = sentAt === null ? 'waiting ' : 'sent ';
  await sql`
    insert into emails (id, message_id, recipient, subject, text_body, html_body, queued_at, next_attempt_at, attempts, sent_at, priority, sender, topic)
    select ${id}, ${sql.lit(label)} || n, recipient, subject, text_body, html_body, ${queuedAt}, ${queuedAt}, 0, ${sentAt}, priority, sender, topic
    from emails, (${numbers}) as numbers where sent_at is null
  `.execute(db);
}

describe('taking the next email', () => {
  test('reads few rows to find the next email among 200,000 sent emails and 10,000 waiting ones of one sender', async ({
    portal,
  }) => {
    const { db, clock } = portal;
    await queue(portal, { sender: 'm', recipient: 'x@university.test' });
    await insertCopies(portal, 200_000, clock().toISOString());
    await insertCopies(portal, 10_000, null);
    portal.wait(hour);
    await queue(portal, { sender: 'z' });
    const at = clock().toISOString();
    const due = { at, farFuture: '2030-01-01T00:00:00.000Z', excludedIds: [] };
    for (const [last, sender] of [
      ['', 'm'],
      ['m', 'z'],
    ] as const) {
      const query = selectVisit(due, 2, { after: last });
      expect((await query.execute(db)).rows).toMatchObject([{ sender }]);
      await expectCheap(portal, query);
    }
    // The backlog's first email is being sent, so that its other emails to the recipient are held back.
    expect(await takeRecipients(portal, 2)).toEqual(['x@university.test', 'z-0@university.test']);
    await queue(portal, { sender: 'n' });
    const held = selectVisit({ ...due, at: clock().toISOString() }, 2, { after: '' });
    expect((await held.execute(db)).rows).toMatchObject([{ sender: 'n' }]);
    await expectCheap(portal, held);
    // A hundred senders, whose emails to the recipient are all held back, cost a hundred times as much.
    await sql`update emails set sender = ${'p '} || message_id where sent_at is null and sender = ${'m'}`.execute(
      db,
    );
    const visit = selectVisit({ ...due, at: clock().toISOString() }, 2, { after: 'p' });
    expect((await visit.execute(db)).rows).toMatchObject([{ id: null }]);
    await expectCheap(portal, visit, 2000);
  });
});

async function expectCheap({ db }: Portal, query: RawBuilder<unknown>, maxHits = 200) {
  if (isPostgres(db)) {
    // Index entries of updated rows would be read, too, until autovacuum removes them.
    await sql`vacuum analyze emails`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, buffers, costs off, timing off) ${query}
    `.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan on emails');
    const [, hits = '0'] = /shared hit=(\d+)/.exec(plan) ?? [];
    expect(Number(hits), plan).toBeLessThan(maxHits);
    return;
  }
  for (const prepare of [sql`select 1`, sql`analyze`]) {
    await prepare.execute(db);
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db);
    const plan = rows.map(({ detail }) => detail).join('\n');
    expect(plan).not.toMatch(/SCAN (emails|earlier)/);
    expect(plan).toContain('emails_waiting (priority=? AND sender>?)');
    expect(plan).toContain('emails_waiting (priority=? AND sender=?)');
    expect(plan).toContain('emails_waiting_in_order (recipient=? AND topic=?');
  }
}
