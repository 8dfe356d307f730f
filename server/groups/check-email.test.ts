import { describe, expect } from 'vitest';
import { sendEmailAgain } from '#contract/admin/undelivered-emails.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  blockAccount,
  changeRole,
  deliverTestEmails,
  editGroup,
  listWithdrawnEmails,
  queueTestEmail,
  releaseMember,
  replaceSupervisor,
  type TestEmail,
} from '#server/test/records/group-emails.ts';
import { emailTestGroupMarks, markTestGroup } from '#server/test/records/marking.ts';

type Loss = (portal: Portal, team: TestGroup) => Promise<unknown>;

type Who = 'student' | 'supervisor' | 'examiner';

const losses: [string, Who, RegExp, Loss][] = [
  [
    'a member whose account is blocked',
    'student',
    /^The account for .* is blocked\.$/,
    (portal, { student }) => blockAccount(portal, student.userId),
  ],
  [
    'a member whose address was replaced',
    'student',
    /is no longer a member, the supervisor or the external examiner of BSCS-2027-001\.$/,
    (portal, team) => releaseMember(portal, team),
  ],
  [
    'a member of a group in the bin',
    'student',
    /^BSCS-2027-001 is in the bin\.$/,
    (portal, { groupId }) => portal.admin.call(deleteGroup, { params: { groupId } }),
  ],
  ['a former supervisor', 'supervisor', /is no longer a member, the sup/, replaceSupervisor],
  [
    'a supervisor who left the faculty',
    'supervisor',
    /is no longer/,
    (portal, { supervisor }) => changeRole(portal, supervisor.userId, 'student'),
  ],
  [
    'a former examiner',
    'examiner',
    /is no longer/,
    (portal, team) => editGroup(portal, team, { externalExaminer: '' }),
  ],
];

describe('an email about a group', () => {
  test.for(losses)(
    'is withdrawn with a stored reason if its recipient is %s',
    async ([, who, reason, lose], { portal }) => {
      const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
      const { email: recipient } = team[who];
      await queueTestEmail(portal, { recipient }, team.groupId);
      // The person with the same role in another group must still receive emails.
      await queueTestEmail(portal, { recipient: neighbour[who].email }, neighbour.groupId);
      await lose(portal, team);
      portal.wait(3_600_000);
      const sent = await deliverTestEmails(portal);
      expect(sent.map((email) => email.recipient)).toEqual([neighbour[who].email]);
      expect(await listWithdrawnEmails(portal)).toEqual([
        expect.objectContaining({
          recipient,
          state: 'withdrawn',
          attempts: 0,
          lastError: expect.stringMatching(reason),
        }),
      ]);
      // A withdrawn email must not be retried.
      portal.wait(24 * 3_600_000);
      expect(await deliverTestEmails(portal)).toEqual([]);
    },
  );

  test('is sent if its recipient is the office or an admin, although neither has a role in the group', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const office = portal.content.department.office.email;
    for (const recipient of [office, 'admin@university.test'])
      await queueTestEmail(portal, { recipient }, team.groupId);
    expect(await deliverTestEmails(portal)).toHaveLength(2);
    await queueTestEmail(portal, { recipient: 'stranger@university.test' }, team.groupId);
    expect(await deliverTestEmails(portal)).toEqual([]);
  });

  test('is withdrawn if it contains one member’s marks but its recipient’s address now belongs to another member', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 5);
    await emailTestGroupMarks(team);
    const [first, second] = [getItemAt(team.ids, 0), getItemAt(team.ids, 1)];
    const set = (id: string, email: string, user_id: string | null) =>
      portal.db.updateTable('members').set({ email, user_id }).where('id', '=', id).execute();
    await set(first, 'moved@university.test', null);
    await set(second, team.student.email, team.student.userId);
    expect(await deliverTestEmails(portal)).toEqual([]);
    expect(getItemAt(await listWithdrawnEmails(portal), 0).lastError).toMatch(
      /is no longer the email of this member of BSCS-2027-001\.$/,
    );
  });

  test('is sent when an admin retries it after the reason for its withdrawal no longer applies', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await markTestGroup(team, 5);
    await emailTestGroupMarks(team);
    const params = { groupId: team.groupId };
    await portal.admin.call(deleteGroup, { params });
    expect(await deliverTestEmails(portal)).toEqual([]);
    const [email] = await listWithdrawnEmails(portal);
    const again = { params: { emailId: email?._id ?? '' } };
    await portal.admin.call(sendEmailAgain, again);
    expect(await deliverTestEmails(portal)).toEqual([]);
    expect(await listWithdrawnEmails(portal)).toHaveLength(1);
    await portal.admin.call(restoreGroup, { params });
    await portal.admin.call(sendEmailAgain, again);
    expect((await deliverTestEmails(portal)).map(({ recipient }) => recipient)).toEqual([
      team.student.email,
    ]);
    expect(await listWithdrawnEmails(portal)).toEqual([]);
  });
});

describe('an email to a member of a closed cohort', () => {
  test('is sent to the current address of the member’s account', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await portal.db
      .updateTable('members')
      .set({ email: 'of.its.time@university.test' })
      .where('id', '=', getItemAt(team.ids, 0))
      .execute();
    await queueTestEmail(portal, { recipient: team.student.email }, team.groupId);
    await queueTestEmail(portal, { recipient: 'of.its.time@university.test' }, team.groupId);
    expect((await deliverTestEmails(portal)).map(({ recipient }) => recipient)).toEqual([
      team.student.email,
    ]);
  });
});

describe('an email that is not about a single group', () => {
  test('is withdrawn if its recipient’s account is blocked, without affecting other emails', async ({
    portal,
  }) => {
    const [account, otherAccount] = [await createTestUser(portal), await createTestUser(portal)];
    for (const { email } of [account, otherAccount])
      await queueTestEmail(portal, { recipient: email }, null);
    await blockAccount(portal, account.userId);
    expect((await deliverTestEmails(portal)).map(({ recipient }) => recipient)).toEqual([
      otherAccount.email,
    ]);
    expect((await listWithdrawnEmails(portal)).map(({ recipient }) => recipient)).toEqual([
      account.email,
    ]);
  });

  test('is withdrawn if the account’s address has changed but the recipient stored in the email has not been updated', async ({
    portal,
  }) => {
    const account = await createTestUser(portal);
    const unsubscribes = { userId: account.userId, kind: 'digest' };
    await queueTestEmail(portal, { recipient: account.email, unsubscribes } as TestEmail, null);
    const moved = { email: 'new@university.test' };
    await portal.db.updateTable('users').set(moved).where('id', '=', account.userId).execute();
    await createTestUser(portal, 'student', undefined, account.email);
    expect(await deliverTestEmails(portal)).toEqual([]);
    expect(await listWithdrawnEmails(portal)).toHaveLength(1);
  });

  test('is withdrawn if it is about several groups and one of them now has another supervisor', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const second = await createTestGroup(portal, { supervisor: team.supervisor.name });
    const list = { recipient: team.supervisor.email, groupIds: [team.groupId, second.groupId] };
    await queueTestEmail(portal, list, null);
    expect(await deliverTestEmails(portal)).toHaveLength(1);
    await queueTestEmail(portal, list, null);
    await replaceSupervisor(portal, second);
    expect(await deliverTestEmails(portal)).toEqual([]);
    expect(getItemAt(await listWithdrawnEmails(portal), 0).lastError).toMatch(
      /is no longer the supervisor of BSCS-2027-002\.$/,
    );
    await queueTestEmail(portal, { ...list, groupIds: [team.groupId] }, null);
    expect(await deliverTestEmails(portal)).toHaveLength(1);
  });
});
