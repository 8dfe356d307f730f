import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import {
  buildMemberEdits,
  createTestUser,
  getItemAt,
  readMemberIds,
  type TestUser,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildEmailAddress, buildProposal, createUniqueName } from '#tools/test/people.ts';

const mate = () => {
  const name = createUniqueName('Mate');
  return { name, email: buildEmailAddress(name) };
};
const emailsTo = async (portal: Portal, recipient: string) =>
  portal.db.selectFrom('emails').selectAll().where('recipient', '=', recipient).execute();
const emails = (portal: Portal) =>
  portal.db.selectFrom('emails').selectAll().orderBy('recipient').execute();
const propose = (
  student: TestUser,
  otherMembers: { name: string; email: string }[],
  changes = {},
) =>
  student.caller.call(submitProposal, { body: buildProposal([student, ...otherMembers], changes) });

describe('a proposal', () => {
  test('is emailed once to the supervisor, the office and each member except the sender', async ({
    portal,
  }) => {
    const [student, supervisor] = [
      await createTestUser(portal),
      await createTestUser(portal, 'faculty'),
    ];
    const mates = [mate(), mate()];
    await propose(student, mates, { supervisor: supervisor.name });
    const office = portal.content.department.office.email;
    const sentEmails = await emails(portal);
    expect(sentEmails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [...mates.map(({ email }) => email), supervisor.email, office].toSorted(),
    );
    for (const { text_body, html_body } of sentEmails) {
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

  test('is emailed to the office but not to a supervisor without an account', async ({
    portal,
  }) => {
    await propose(await createTestUser(portal), [], { supervisor: 'Dr. Imran Qazi' });
    const office = portal.content.department.office.email;
    expect((await emails(portal)).map(({ recipient }) => recipient)).toEqual([office]);
  });

  test('is emailed once if sent twice, and not at all if rejected', async ({ portal }) => {
    const [student, other] = [await createTestUser(portal), await createTestUser(portal)];
    const body = buildProposal([student, mate()]);
    await student.caller.call(submitProposal, { body });
    await student.caller.call(submitProposal, { body });
    expect(await emails(portal)).toHaveLength(2);
    const again = { body: buildProposal([other, student]) };
    expect(await expectRefusal(portal, other.caller, submitProposal, again)).toMatchObject({
      code: 'already-in-group',
    });
  });

  test('is emailed without any working links or HTML tags from user text', async ({ portal }) => {
    const student = await createTestUser(portal);
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

describe('an admin’s change to a group', () => {
  const change = (portal: Portal, groupId: string, body: object) =>
    portal.admin.call(updateGroup, { params: { groupId }, body });

  test('is emailed to a member’s new email address if the change includes one', async ({
    portal,
  }) => {
    const named = mate();
    const { groupId } = await propose(await createTestUser(portal), [named]);
    await portal.db.deleteFrom('emails').execute();
    const member = await portal.db
      .selectFrom('members')
      .select('id')
      .where('email', '=', named.email)
      .executeTakeFirstOrThrow();
    const edit = { _id: member.id, email: 'new@university.test' };
    const fypGroupMembers = buildMemberEdits(await readMemberIds(portal, groupId), edit);
    await change(portal, groupId, { fypGroupMembers });
    await change(portal, groupId, { fypGroupMembers });
    const sentEmails = await emails(portal);
    expect(sentEmails).toHaveLength(1);
    expect(getItemAt(sentEmails, 0)).toMatchObject({
      recipient: 'new@university.test',
      subject: 'BSCS-2027-001: you were added as a member',
      carries_link: 1,
    });
  });
});
