import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin.ts';
import { submitProposal } from '#contract/proposals.ts';
import { updateUser } from '#contract/users.ts';
import { at, type Somebody, somebody } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { refusalOf } from '#server/test/refusal.ts';
import { aName, aProposal, emailOf } from '#tools/test/people.ts';

const mate = () => {
  const name = aName('Mate');
  return { name, email: emailOf(name) };
};
const emailsTo = async (portal: Portal, recipient: string) =>
  portal.db.selectFrom('emails').selectAll().where('recipient', '=', recipient).execute();
const emails = (portal: Portal) =>
  portal.db.selectFrom('emails').selectAll().orderBy('recipient').execute();
const propose = (student: Somebody, others: { name: string; email: string }[], changes = {}) =>
  student.caller.call(submitProposal, { body: aProposal([student, ...others], changes) });

describe('a proposal', () => {
  test('is told to each other member, the supervisor and the office, to each once', async ({
    portal,
  }) => {
    const [student, supervisor] = [await somebody(portal), await somebody(portal, 'faculty')];
    const mates = [mate(), mate()];
    await propose(student, mates, { supervisor: supervisor.name });
    const office = portal.content.department.office.email;
    const told = await emails(portal);
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(
      [...mates.map(({ email }) => email), supervisor.email, office].toSorted(),
    );
    for (const { text_body, html_body } of told) {
      for (const body of [text_body, html_body]) {
        expect(body).toContain('BSCS-2027-001');
        expect(body).toContain('A portal for final-year projects');
        expect(body).toContain(student.email.replaceAll('&', '&amp;'));
        expect(body).toContain(portal.config.publicUrl);
        expect(body).not.toContain('/api/auth/file');
      }
    }
    const [toSupervisor] = await emailsTo(portal, supervisor.email);
    expect(toSupervisor).toMatchObject({
      subject: 'BSCS-2027-001: a new proposal names you as supervisor',
      reply_to: student.email,
    });
    expect(toSupervisor?.text_body).toContain(`Member 2: ${mates[0]?.name}, F22`);
  });

  test('tells a supervisor who has no account nothing, and the office all the same', async ({
    portal,
  }) => {
    await propose(await somebody(portal), [], { supervisor: 'Dr. Imran Qazi' });
    const office = portal.content.department.office.email;
    expect((await emails(portal)).map(({ recipient }) => recipient)).toEqual([office]);
  });

  test('sent twice is told once, and a refused one not at all', async ({ portal }) => {
    const [student, other] = [await somebody(portal), await somebody(portal)];
    const body = aProposal([student, mate()]);
    await student.caller.call(submitProposal, { body });
    await student.caller.call(submitProposal, { body });
    expect(await emails(portal)).toHaveLength(2);
    const again = { body: aProposal([other, student]) };
    expect(await refusalOf(portal, other.caller, submitProposal, again)).toMatchObject({
      code: 'already-in-group',
    });
  });

  test('puts no address that somebody typed into an email to somebody else', async ({ portal }) => {
    const student = await somebody(portal);
    const named = { ...mate(), name: 'Aya www.evil.test' };
    await propose(student, [named], { title: 'Pay your fee at https://evil.test/pay <b>now</b>' });
    for (const { subject, text_body, html_body } of await emails(portal)) {
      expect(subject).not.toContain('evil');
      for (const body of [text_body, html_body]) {
        expect(body).toContain('evil.\u200btest');
        expect(body).not.toMatch(/evil\.test|https?:\/\/(?!127\.0\.0\.1)/);
        expect(body).not.toContain('www.e');
      }
      expect(html_body).not.toContain('<b>');
    }
  });
});

describe('an admin who changes a group', () => {
  const change = (portal: Portal, groupId: string, body: object) =>
    portal.admin.call(updateGroup, { params: { groupId }, body });

  test('has a newly named supervisor and examiner told, each once', async ({ portal }) => {
    const student = await somebody(portal);
    const { groupId } = await propose(student, []);
    await portal.db.deleteFrom('emails').execute();
    const [supervisor, examiner] = [
      await somebody(portal, 'faculty'),
      await somebody(portal, 'faculty'),
    ];
    const staff = { supervisor: supervisor.name, externalExaminer: examiner.name };
    await change(portal, groupId, staff);
    await change(portal, groupId, { ...staff, fypTitle: 'Another title' });
    await change(portal, groupId, { supervisor: supervisor.name.toUpperCase() });
    expect(
      (await emails(portal)).map(({ recipient, subject, reply_to }) => ({
        recipient,
        subject,
        reply_to,
      })),
    ).toEqual(
      [
        { recipient: supervisor.email, subject: 'BSCS-2027-001: you are named as supervisor' },
        {
          recipient: examiner.email,
          subject: 'BSCS-2027-001: you are named as external examiner',
        },
      ]
        .map((email) => ({ ...email, reply_to: 'admin@university.test' }))
        .toSorted((a, b) => (a.recipient < b.recipient ? -1 : 1)),
    );
  });

  test('has nobody told who has no account, or whose account is blocked', async ({ portal }) => {
    const { groupId } = await propose(await somebody(portal), []);
    await portal.db.deleteFrom('emails').execute();
    const blocked = await somebody(portal, 'faculty');
    const params = { userId: blocked.userId };
    await portal.admin.call(updateUser, { params, body: { blocked: true } });
    await change(portal, groupId, { externalExaminer: 'Dr. Nobody', supervisor: blocked.name });
    await change(portal, groupId, { externalExaminer: null });
    expect(await emails(portal)).toEqual([]);
  });

  test('has a member told whom the group names by another address', async ({ portal }) => {
    const named = mate();
    const { groupId } = await propose(await somebody(portal), [named]);
    await portal.db.deleteFrom('emails').execute();
    const member = await portal.db
      .selectFrom('members')
      .select('id')
      .where('email', '=', named.email)
      .executeTakeFirstOrThrow();
    const fypGroupMembers = [{ _id: member.id, email: 'new@university.test' }];
    await change(portal, groupId, { fypGroupMembers });
    await change(portal, groupId, { fypGroupMembers });
    const told = await emails(portal);
    expect(told).toHaveLength(1);
    expect(at(told, 0)).toMatchObject({
      recipient: 'new@university.test',
      subject: 'BSCS-2027-001: you are named as a member',
      carries_link: 1,
    });
  });
});
