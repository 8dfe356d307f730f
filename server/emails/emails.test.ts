import { describe, expect } from 'vitest';
import { forgotPassword, register } from '#contract/account.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { mailGroup, saveMarks } from '#contract/marks.ts';
import { exportEmails, getEmail, listEmails } from '#contract/messages/emails.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { createUser } from '#contract/users.ts';
import type { DatabaseRow } from '#server/db/tables.ts';
import { readAuditEntries } from '#server/test/audit/trail.ts';
import { createUndeliverableEmail } from '#server/test/emails.ts';
import { queueTestEmail, readEmailRows, test } from '#server/test/mail.ts';
import { createTestGroup, createTestUser, getItemAt } from '#server/test/people.ts';
import { openPortal, type Portal } from '#server/test/portal.ts';
import {
  buildEmailAddress,
  buildProposal,
  createUniqueName,
  testUserPassword,
} from '#tools/test/people.ts';

type Query = EndpointInput<typeof listEmails>['query'];

const list = (portal: Portal, query: Query = {}) => portal.admin.call(listEmails, { query });
const show = async (portal: Portal, emailId: string) =>
  (await portal.admin.call(getEmail, { params: { emailId } })).email;
const recipients = async (portal: Portal, query: Query) =>
  (await list(portal, query)).emails.map(({ recipient }) => recipient.split('@')[0]);
const exported = async (portal: Portal, query: Query = {}) => {
  const response = await portal.admin.request(exportEmails, { query });
  return (await response.text()).replace(/^\uFEFF/, '').split('\r\n');
};

/** From oldest to newest: one sent, one failed and one queued email. */
async function createEmails(portal: Portal) {
  const team = await createTestGroup(portal);
  const add = (recipient: string, changes: Partial<DatabaseRow<'emails'>>) => {
    portal.wait(60_000);
    return createUndeliverableEmail(portal.db, recipient, portal.clock(), changes);
  };
  const sent_at = portal.clock().toISOString();
  const marks = { subject: 'Month 1 Marked', group_id: team.groupId };
  await add('sent@university.test', { ...marks, failed_at: null, sent_at, attempts: 1 });
  await add('failed@university.test', { last_error: '550 User unknown', attempts: 1 });
  await add('queued@university.test', { failed_at: null, subject: '100% of_it', attempts: 0 });
  return team;
}

describe('a personal link in an email', () => {
  async function createEmailsWithLinks(portal: Portal) {
    const invited = createUniqueName('Invited');
    const body = { name: invited, email: buildEmailAddress(invited), role: 'faculty' } as const;
    await portal.admin.call(createUser, { body });
    const name = createUniqueName('Newcomer');
    await portal.visitor.call(register, {
      body: { name, email: buildEmailAddress(name), password: testUserPassword },
    });
    const [student, mate] = [await createTestUser(portal), await createTestUser(portal)];
    await portal.visitor.call(forgotPassword, { body: { email: mate.email } });
    const supervisor = await createTestUser(portal, 'faculty');
    const proposal = buildProposal([student, mate], { supervisor: supervisor.name });
    await student.caller.call(submitProposal, { body: proposal });
    const emails = await readEmailRows(portal);
    return emails.flatMap(({ id, text_body }) => {
      const [, kind, token] = /#(\w+)=([\w-]{20,})/.exec(text_body) ?? [];
      return kind && token ? [{ id, kind, token }] : [];
    });
  }

  test('is hidden from admins whether the email is queued, sent or failed', async () => {
    const { portal, close } = await openPortal({ SMTP_URL: 'smtp://127.0.0.1:1' });
    try {
      const links = await createEmailsWithLinks(portal);
      const kinds = new Set(links.map(({ kind }) => kind));
      expect([...kinds].toSorted()).toEqual(['confirm', 'object', 'reset']);
      const at = portal.clock().toISOString();
      for (const state of [{}, { failed_at: at }, { failed_at: null, sent_at: at }]) {
        await portal.db
          .updateTable('emails')
          .set({ sent_at: null, ...state })
          .execute();
        for (const { id, token } of links) {
          const email = await show(portal, id);
          expect(email).toMatchObject({ carriesLink: true, text: null, html: null });
          expect(JSON.stringify([email, await list(portal)])).not.toContain(token);
        }
        const file = (await exported(portal)).join();
        for (const { token } of links) expect(file).not.toContain(token);
      }
    } finally {
      await close();
    }
  });

  test('is hidden from admins after the email worker delivers the email to a mail server', async ({
    portal,
    smtp,
  }) => {
    await queueTestEmail(portal, 'ayesha@university.test', { carriesLink: true });
    await portal.deliver(smtp);
    const email = await show(portal, getItemAt(await readEmailRows(portal), 0).id);
    expect(email).toMatchObject({ state: 'sent', carriesLink: true, text: null, html: null });
  });
});

describe('an email', () => {
  test('is shown exactly as it was passed to the mail server', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const { groupId } = team;
    const entry = { marks: 7, feedback: 'Good <b>work</b> & more,\nÜnïcode' };
    const marks = { [getItemAt(team.ids, 0)]: { month1: entry } };
    const body = { semester: 'Semester 7', groupId, marks } as const;
    await team.supervisor.caller.call(saveMarks, { body });
    await team.supervisor.caller.call(mailGroup, { params: { groupId } });
    await portal.deliver(smtp);
    const row = getItemAt(await readEmailRows(portal), 0);
    expect(await show(portal, row.id)).toEqual({
      _id: row.id,
      recipient: team.student.email,
      subject: `${team.group.fypGroupName}: Month 1 marked`,
      state: 'sent',
      fypGroupName: team.group.fypGroupName,
      attempts: 1,
      lastError: null,
      queuedAt: row.queued_at,
      sentAt: portal.clock().toISOString(),
      failedAt: null,
      nextAttemptAt: row.next_attempt_at,
      replyTo: row.reply_to,
      carriesLink: false,
      text: row.text_body,
      html: row.html_body,
    });
    expect(row.text_body).toContain('Good <b>work</b> & more');
    const [arrived] = mailbox.emails;
    expect(arrived?.text?.trim()).toBe(row.text_body.trim());
    expect(arrived?.html?.trim()).toBe(row.html_body.trim());
  });
});

describe('the email list', () => {
  test('is sorted newest first and contains the state and last error of each email', async ({
    portal,
  }) => {
    const team = await createEmails(portal);
    const { emails, total } = await list(portal);
    expect(total).toBe(3);
    expect(emails).toMatchObject([
      { recipient: 'queued@university.test', state: 'queued', attempts: 0, sentAt: null },
      { recipient: 'failed@university.test', state: 'failed', lastError: '550 User unknown' },
      { state: 'sent', fypGroupName: team.group.fypGroupName, failedAt: null, lastError: null },
    ]);
    expect(emails.flatMap((email) => Object.keys(email))).not.toContain('text');
  });

  test.for<[Query, string[]]>([
    [{ state: 'queued' }, ['queued']],
    [{ state: 'sent' }, ['sent']],
    [{ state: 'failed' }, ['failed']],
    [{ q: 'UNIVERSITY.test' }, ['queued', 'failed', 'sent']],
    [{ q: 'marked month bscs-' }, ['sent']],
    [{ q: 'sent@ marks' }, []],
    [{ q: '0% of_' }, ['queued']],
    [{ q: 'your', state: 'failed' }, ['failed']],
    [{ q: 'your', state: 'sent' }, []],
    [{ limit: 2 }, ['queued', 'failed']],
    [{ limit: 2, page: 2 }, ['sent']],
    [{ limit: 2, page: 3 }, []],
  ])('can be filtered by %j', async ([query, expected], { portal }) => {
    await createEmails(portal);
    expect(await recipients(portal, query)).toEqual(expected);
    if (query?.limit) expect((await list(portal, query)).total).toBe(3);
  });

  test('is paged without gaps, even if several emails were queued at the same time', async ({
    portal,
  }) => {
    for (let number = 0; number < 7; number += 1)
      await queueTestEmail(portal, `${number}@university.test`);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => recipients(portal, { page, limit: 3 })),
    );
    expect(pages.flat().toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  });
});

describe('the email export', () => {
  test('is a CSV file of the emails that match the filter, and is recorded in the audit trail', async ({
    portal,
  }) => {
    const team = await createEmails(portal);
    const response = await portal.admin.request(exportEmails, { query: {} });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="emails-2027-01-15.csv"',
      'cache-control': 'no-store',
    });
    const lines = (await response.text()).split('\r\n');
    const [head, queued, failed, sent, end] = lines;
    expect(head).toMatch(/Queued,State,To,Subject,Group,Attempts,Mail server’s reply,Sent,Failed$/);
    expect(queued).toMatch(/^2027-01-15 15:\S+,Queued,queued@university\.test,100% of_it,,0,,,$/);
    expect(failed).toMatch(/,Failed,failed@.*,Your marks,,1,550 User unknown,,2027-01-15 15:\S+$/);
    expect(sent).toContain(
      `,Sent,sent@university.test,Month 1 Marked,${team.group.fypGroupName},1`,
    );
    expect(end).toBe('');
    const filtered = await exported(portal, { q: 'your', state: 'failed' });
    expect(filtered).toEqual([expect.stringMatching(/^Queued/), failed, '']);
    const entries = await readAuditEntries(portal);
    expect(entries.slice(-2).map(({ action, detail }) => [action, detail])).toEqual([
      ['list-exported', 'all of it'],
      ['list-exported', 'only q: your, state: failed'],
    ]);
  });

  test('returns no emails for a HEAD request, which is not recorded in the audit trail', async ({
    portal,
  }) => {
    const before = await readAuditEntries(portal);
    const response = await portal.admin.fetch(exportEmails.path, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/csv; charset=utf-8',
    ]);
    expect(await readAuditEntries(portal)).toEqual(before);
  });

  test('contains every email exactly once, even if many were queued at the same time', async ({
    portal,
  }) => {
    const now = portal.clock();
    await portal.db.transaction().execute(async (trx) => {
      for (let number = 0; number < 1003; number += 1) {
        await createUndeliverableEmail(trx, `${number}@university.test`, now);
      }
    });
    const lines = await exported(portal);
    const sent = lines.slice(1, -1).map((line) => line.split(',')[2]);
    expect(new Set(sent).size).toBe(1003);
    expect(sent).toHaveLength(1003);
  });
});
