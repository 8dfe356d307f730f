import { describe, expect } from 'vitest';
import { findAttention } from '#contract/admin/attention.ts';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { deleteGroup, findGroup } from '#contract/groups.ts';
import { objectionDays, objectToGroup, settleObjection } from '#contract/students/objections.ts';
import { submitProposal } from '#contract/students/proposals.ts';
import { erasedEmailText } from '#server/mail/outbox.ts';
import { buildMemberEdits, createTestUser, getItemAt, readMemberIds } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';
import { buildEmailAddress, buildProposal, createUniqueName } from '#tools/test/people.ts';

const day = 24 * 3_600_000;

async function aNamedMate(portal: Portal) {
  const student = await createTestUser(portal);
  const name = createUniqueName('Mate');
  const mate = { name, email: buildEmailAddress(name) };
  const { groupId } = await student.caller.call(submitProposal, {
    body: buildProposal([student, mate]),
  });
  const { text_body, html_body } = await portal.db
    .selectFrom('emails')
    .select(['text_body', 'html_body'])
    .where('recipient', '=', mate.email)
    .executeTakeFirstOrThrow();
  const token = /\/login#object=([\w-]+)/.exec(text_body)?.[1] ?? '';
  expect(html_body).toContain(`/login#object=${token}"`);
  return { student, mate, groupId, token };
}
const object = (portal: Portal, token: string) =>
  portal.visitor.call(objectToGroup, { body: { token } });
const objections = async (portal: Portal) => (await portal.admin.call(findAttention)).objections;

describe('a person whom a proposal names as a member', () => {
  test('can object through the link in the email, and the office is notified by email', async ({
    portal,
  }) => {
    const { student, mate, groupId, token } = await aNamedMate(portal);
    expect(await objections(portal)).toEqual([]);
    expect(await object(portal, token)).toEqual({
      message: 'We’ve told the FYP office that you’re not in BSCS-2027-001.',
    });
    expect(await objections(portal)).toEqual([
      {
        _id: expect.any(String),
        groupId,
        fypGroupName: 'BSCS-2027-001',
        memberName: mate.name,
        email: mate.email,
        objectedAt: portal.clock().toISOString(),
      },
    ]);
    const office = portal.content.department.office.email;
    const officeEmails = await portal.db
      .selectFrom('emails')
      .select('subject')
      .where('recipient', '=', office)
      .execute();
    expect(officeEmails.map(({ subject }) => subject).toSorted()).toEqual([
      'BSCS-2027-001: a member says they aren’t part of it',
      'BSCS-2027-001: new proposal',
    ]);
    // The members remain in the group until an admin decides.
    const { group } = await student.caller.call(findGroup, { params: { email: student.email } });
    expect(group.fypGroupMembers).toHaveLength(2);
  });

  test('can repeat the objection without any additional effect', async ({ portal }) => {
    const { token } = await aNamedMate(portal);
    const first = await object(portal, token);
    const before = await portal.snapshot();
    portal.wait(1000);
    expect(await object(portal, token)).toEqual(first);
    expect(await portal.snapshot()).toEqual(before);
  });

  test(`can object for ${objectionDays} days, after which the link returns the same error as an invalid link`, async ({
    portal,
  }) => {
    const { token } = await aNamedMate(portal);
    const refused = { status: 400, code: 'link-over' };
    const unknown = {
      body: { token: token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')) },
    };
    expect(await expectRefusal(portal, portal.visitor, objectToGroup, unknown)).toMatchObject(
      refused,
    );
    portal.wait(objectionDays * day);
    const late = await expectRefusal(portal, portal.visitor, objectToGroup, { body: { token } });
    expect(late).toMatchObject(refused);
  });

  test('receives a token that is stored only in the queued email, and only until the email is sent', async ({
    portal,
  }) => {
    const { mate, token } = await aNamedMate(portal);
    const { objections: rows, audit } = await portal.snapshot();
    expect(JSON.stringify([rows, audit, portal.logged])).not.toContain(token);
    await portal.deliver();
    const sent = portal.db.selectFrom('emails').selectAll().where('recipient', '=', mate.email);
    expect(await sent.executeTakeFirst()).toMatchObject({ text_body: erasedEmailText });
  });
});

describe('an objection', () => {
  test('is removed from the list of open objections when an admin settles it, and cannot be settled again', async ({
    portal,
  }) => {
    const { token } = await aNamedMate(portal);
    await object(portal, token);
    const params = { objectionId: getItemAt(await objections(portal), 0)._id };
    await portal.admin.call(settleObjection, { params });
    expect(await objections(portal)).toEqual([]);
    expect(await expectRefusal(portal, portal.admin, settleObjection, { params })).toMatchObject({
      status: 404,
    });
  });

  test('is removed from the list of open objections when the member’s address changes or the group is deleted', async ({
    portal,
  }) => {
    const [corrected, deleted] = [await aNamedMate(portal), await aNamedMate(portal)];
    for (const { token } of [corrected, deleted]) await object(portal, token);
    expect(await objections(portal)).toHaveLength(2);
    const member = await portal.db
      .selectFrom('members')
      .select('id')
      .where('email', '=', corrected.mate.email)
      .executeTakeFirstOrThrow();
    await portal.admin.call(updateGroup, {
      params: { groupId: corrected.groupId },
      body: {
        fypGroupMembers: buildMemberEdits(await readMemberIds(portal, corrected.groupId), {
          _id: member.id,
          email: 'right@university.test',
        }),
      },
    });
    await portal.admin.call(deleteGroup, { params: { groupId: deleted.groupId } });
    expect(await objections(portal)).toEqual([]);
  });
});
