import { expect } from 'vitest';
import { composeAnnouncementEmail } from '#server/announcements/announcement-email.ts';
import { queueReminders as queueBoardReminders } from '#server/board/reminder-email.ts';
import { queueCertificateResult, readUnsentDecisions } from '#server/certificates/queue-result.ts';
import {
  buildMembershipObjectionEmail,
  buildOfficeProposalEmail,
} from '#server/groups/group-emails.ts';
import { findStaffChanges } from '#server/groups/staff/staff-changes.ts';
import { buildMemberStaffEmail, buildStaffEmail } from '#server/groups/staff/staff-emails.ts';
import type { Caller } from '#server/http/serve.ts';
import { getEmailSender } from '#server/mail/compose-email.ts';
import { composeMarkConversionEmail } from '#server/marks/emails/conversion-email.ts';
import { composeDigestEmail } from '#server/notices/digest-email.ts';
import { queueExtensionRequestEmails } from '#server/submissions/extension-emails.ts';
import { queueReminders, type RemindedGroup } from '#server/submissions/reminder-emails.ts';
import { overdueReminderDays } from '#server/submissions/reminders-due.ts';
import {
  findReorderedHtmlLines,
  findReorderedTextLines,
} from '#server/test/content/text-direction.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { addTestCertificate, readCertificates } from '#server/test/records/certificates.ts';

type Email = { subject: string; text: string; html: string };
type Write = () => string;

const by = (name: string) => ({ name, email: 'by@university.test' });
const due = '2027-01-10T10:00:00.000Z';

/** Composes the emails that need neither a template nor the database. */
function composeAll(portal: Portal, write: Write): Email[] {
  const sender = getEmailSender(portal);
  const group = { name: write(), title: write() };
  const members = [{ name: write(), roll: write() }];
  const proposed = { ...group, program: write(), category: write(), supervisor: write(), members };
  const milestone = {
    title: write(),
    totalBefore: 10,
    totalAfter: 20,
    weightBefore: 10,
    weightAfter: 5,
  } as Parameters<typeof composeMarkConversionEmail>[1]['marks'][number]['milestone'];
  const marks = [{ milestone, before: 5, after: 10, isRounded: true }];
  const text = [{ kind: 'paragraph' as const, inlines: [{ text: write() }] }];
  const roles = [
    { as: 'supervisor', group },
    { as: 'external examiner', group: { name: write(), title: write() } },
  ];
  const staff = { staff: { name: write() }, path: '/faculty' };
  const noStaff = { supervisor_id: null, external_examiner: null, external_examiner_id: null };
  const before = { id: '', ...group, deleted_at: null, ...noStaff, supervisor: write() };
  const change = { before, after: { ...before, supervisor: write() } };
  return [
    buildOfficeProposalEmail(sender, { group: proposed, by: by(write()) }),
    buildStaffEmail(sender, { ...staff, named: roles.slice(1), ended: [], by: by(write()) }),
    buildStaffEmail(sender, { ...staff, named: roles, ended: roles, by: by(write()) }),
    buildMemberStaffEmail(sender, {
      ...{ member: { name: write() }, group, roles: ['supervisor'], by: by(write()) },
      sentences: findStaffChanges([change]).flatMap(({ sentence }) => sentence ?? []),
    }),
    buildMembershipObjectionEmail(sender, { member: by(write()), group }),
    composeMarkConversionEmail(sender, { group, member: { name: write() }, marks }),
    composeAnnouncementEmail(sender, write(), { title: 'Rooms', text, by: write() }),
  ];
}

async function queueAll(portal: Portal, write: Write): Promise<Email[]> {
  const { db, clock } = portal;
  const team = await createTestGroup(portal, { size: 1 });
  const id = team.groupId;
  await addTestCertificate(team, 'optional', write());
  const names = { name: write(), title: write() };
  await db.updateTable('groups').set(names).where('id', '=', id).execute();
  const userIds = [team.student.userId, team.supervisor.userId];
  await db.updateTable('users').set({ name: write() }).where('id', 'in', userIds).execute();
  await db.updateTable('members').set({ name: write() }).where('group_id', '=', id).execute();
  const returned = { state: 'returned', reason: write() } as const;
  await db
    .updateTable('certificates')
    .set(returned)
    .where('member_id', '=', getItemAt(team.ids, 0))
    .execute();
  const group = await db
    .selectFrom('groups')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const caller = { ...by(write()), userId: portal.adminId, role: 'admin' } as Caller;
  const context = { trx: db, services: portal, caller, now: clock() };
  const deadline = { title: write(), due, missing: ['report'] };
  const asked = {
    deadline,
    askedDue: due,
    reason: `${write()}\n${write()}`,
    isForSupervisor: true,
    supervisorDecides: true,
  };
  await queueExtensionRequestEmails(context, group, asked);
  const members = [{ id: getItemAt(team.ids, 0), name: write(), due, missing: 'Monthly report' }];
  const about = { ...deadline, text: write() };
  await queueBoardReminders(context, group, members, about);
  const reminders = [{ submission: deadline, days: overdueReminderDays }];
  const reminded = [{ ...group, reminders }] as unknown as RemindedGroup[];
  const cohort = await portal.content.cohort(db, group.cohort_id);
  await queueReminders(context, cohort, reminded);
  const member = await readCertificates(portal.admin, team);
  const unsent = await readUnsentDecisions(db, member.memberId);
  await queueCertificateResult(context, { group, member, unsent });
  const rows = await db.selectFrom('emails').selectAll().execute();
  return rows.map(({ subject, text_body, html_body }) => ({
    subject,
    text: text_body,
    html: html_body,
  }));
}

test.for([
  ['Arabic', (id: number) => `نظام ${id} (v2.0)!`],
  ['Urdu with Latin words', (id: number) => `کتب خانہ portal ${id}، React (C++)?`],
  ['Latin with a Hebrew word', (id: number) => `Library ${id} שלום (v2.0)!`],
] as const)(
  'emails without a template do not reorder characters within an inserted value: %s',
  async ([, pattern], { portal }) => {
    const texts: string[] = [];
    const write = () => {
      texts.push(pattern(texts.length + 10));
      return getItemAt(texts, texts.length - 1);
    };
    const emails = [...composeAll(portal, write), ...(await queueAll(portal, write))];
    expect(emails.length).toBeGreaterThan(9);
    for (const { subject, text, html } of emails) {
      const shown = texts.filter((each) => text.replaceAll('\u200b', '').includes(each));
      expect(shown.length, subject).toBeGreaterThan(1);
      expect(findReorderedTextLines(text, shown), subject).toEqual([]);
      expect(findReorderedHtmlLines(html, shown), subject).toEqual([]);
    }
  },
);

test('a digest email encloses right-to-left text of notices in isolate characters, so that it is not reordered on display', ({
  portal,
}) => {
  const name = 'نظام 12 (v2.0)!';
  const text = `${name} submitted: שלום (2).`;
  const counts = { repetitions: 0, last_at: null };
  const notice = { kind: 'documents' as const, text, created_at: due, ...counts };
  const email = composeDigestEmail(portal, name, [notice]);
  const texts = [name, 'שלום (2)'];
  expect(findReorderedTextLines(email.text, texts)).toEqual([]);
  expect(findReorderedHtmlLines(email.html, texts)).toEqual([]);
  expect(email.text).toContain(`\u2068${name}\u2069 submitted: \u2068שלום (2)\u2069.`);
});
