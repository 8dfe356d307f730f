import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { sendEmailAgain } from '#contract/admin/undelivered-emails.ts';
import { deleteGroup, restoreGroup } from '#contract/groups.ts';
import { listEmails } from '#contract/messages/emails.ts';
import { updateUser } from '#contract/users.ts';
import type { Role } from '#contract/values/roles.ts';
import type { OutgoingEmail } from '#server/mail/outbox.ts';
import { queueEmail } from '#server/mail/outbox.ts';
import { queueOverdueMarksEmails } from '#server/marks/emails/mail-group.ts';
import { createTestGroup, createTestUser, getItemAt, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  emailTestGroupMarks,
  markTestGroup,
  readMarksEmails,
} from '#server/test/records/marking.ts';

type Queued = { recipient: string; replyTo?: string; memberId?: string; groupIds?: string[] };
const queueTo = (portal: Portal, { recipient, ...more }: Queued, groupId: string | null) => {
  const email = { subject: 'About your group', text: 'Text', html: '<p>Text</p>' };
  return queueEmail(
    { trx: portal.db, services: portal, now: portal.clock() },
    { ...email, recipient, groupId, ...more },
  );
};
async function deliver(portal: Portal): Promise<OutgoingEmail[]> {
  const sent: OutgoingEmail[] = [];
  await portal.deliver({
    send: async (email) => {
      sent.push(email);
    },
    close: () => {},
  });
  return sent;
}
const withdrawn = async (portal: Portal) =>
  (await portal.admin.call(listEmails, { query: { state: 'withdrawn' } })).emails;

const block = (portal: Portal, userId: string) =>
  portal.admin.call(updateUser, { params: { userId }, body: { blocked: true } });
const setRole = (portal: Portal, userId: string, role: Role) =>
  portal.admin.call(updateUser, { params: { userId }, body: { role } });
const edit = (portal: Portal, { groupId }: TestGroup, body: object) =>
  portal.admin.call(updateGroup, { params: { groupId }, body });
async function replaceSupervisor(portal: Portal, team: TestGroup) {
  const next = await createTestUser(portal, 'faculty');
  await edit(portal, team, { supervisor: next.name });
  await portal.db.deleteFrom('emails').where('recipient', '=', next.email).execute();
  return next;
}
const releaseMember = (portal: Portal, team: TestGroup, index = 0) =>
  portal.db
    .updateTable('members')
    .set({ email: 'somebody.else@university.test', user_id: null })
    .where('id', '=', getItemAt(team.ids, index))
    .execute();

type Loss = (portal: Portal, team: TestGroup) => Promise<unknown>;
type Who = 'student' | 'supervisor' | 'examiner';
const losses: [string, Who, RegExp, Loss][] = [
  [
    'a member whose account is blocked',
    'student',
    /^The account of .* is blocked\.$/,
    (portal, { student }) => block(portal, student.userId),
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
    'a supervisor who is blocked',
    'supervisor',
    /^The account of .* is blocked\.$/,
    (portal, { supervisor }) => block(portal, supervisor.userId),
  ],
  [
    'a supervisor who left the faculty',
    'supervisor',
    /is no longer/,
    (portal, { supervisor }) => setRole(portal, supervisor.userId, 'student'),
  ],
  [
    'a former examiner',
    'examiner',
    /is no longer/,
    (portal, team) => edit(portal, team, { externalExaminer: '' }),
  ],
];

describe('an email about a group', () => {
  test.for(losses)(
    'is withdrawn with a stored reason if its recipient is %s',
    async ([, who, reason, lose], { portal }) => {
      const [team, neighbour] = [await createTestGroup(portal), await createTestGroup(portal)];
      const { email: recipient } = team[who];
      await queueTo(portal, { recipient }, team.groupId);
      // The person with the same role in another group must still receive emails.
      await queueTo(portal, { recipient: neighbour[who].email }, neighbour.groupId);
      await lose(portal, team);
      portal.wait(3_600_000);
      const sent = await deliver(portal);
      expect(sent.map((email) => email.recipient)).toEqual([neighbour[who].email]);
      expect(await withdrawn(portal)).toEqual([
        expect.objectContaining({
          recipient,
          state: 'withdrawn',
          attempts: 0,
          lastError: expect.stringMatching(reason),
        }),
      ]);
      // A withdrawn email must not be retried.
      portal.wait(24 * 3_600_000);
      expect(await deliver(portal)).toEqual([]);
    },
  );

  test.for(['student', 'mate', 'supervisor', 'examiner'] as const)(
    'is sent if its recipient is still the %s of the group',
    async (who, { portal }) => {
      const team = await createTestGroup(portal);
      await queueTo(portal, { recipient: team[who].email }, team.groupId);
      expect(await deliver(portal)).toHaveLength(1);
    },
  );

  test('is sent if its recipient is the office or an admin, although neither has a role in the group', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const office = portal.content.department.office.email;
    for (const recipient of [office, 'admin@university.test'])
      await queueTo(portal, { recipient }, team.groupId);
    expect(await deliver(portal)).toHaveLength(2);
    await queueTo(portal, { recipient: 'stranger@university.test' }, team.groupId);
    expect(await deliver(portal)).toEqual([]);
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
    expect(await deliver(portal)).toEqual([]);
    expect(getItemAt(await withdrawn(portal), 0).lastError).toMatch(
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
    expect(await deliver(portal)).toEqual([]);
    const [email] = await withdrawn(portal);
    const again = { params: { emailId: email?._id ?? '' } };
    await portal.admin.call(sendEmailAgain, again);
    expect(await deliver(portal)).toEqual([]);
    expect(await withdrawn(portal)).toHaveLength(1);
    await portal.admin.call(restoreGroup, { params });
    await portal.admin.call(sendEmailAgain, again);
    expect((await deliver(portal)).map(({ recipient }) => recipient)).toEqual([team.student.email]);
    expect(await withdrawn(portal)).toEqual([]);
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
    await queueTo(portal, { recipient: team.student.email }, team.groupId);
    await queueTo(portal, { recipient: 'of.its.time@university.test' }, team.groupId);
    expect((await deliver(portal)).map(({ recipient }) => recipient)).toEqual([team.student.email]);
  });
});

describe('an email that is not about a single group', () => {
  test('is withdrawn if its recipient’s account is blocked, without affecting other emails', async ({
    portal,
  }) => {
    const [account, otherAccount] = [await createTestUser(portal), await createTestUser(portal)];
    for (const { email } of [account, otherAccount])
      await queueTo(portal, { recipient: email }, null);
    await block(portal, account.userId);
    expect((await deliver(portal)).map(({ recipient }) => recipient)).toEqual([otherAccount.email]);
    expect((await withdrawn(portal)).map(({ recipient }) => recipient)).toEqual([account.email]);
  });

  test('is sent to the new address if an admin changes the account’s address, even if another account now has the old one', async ({
    portal,
  }) => {
    const account = await createTestUser(portal);
    const unsubscribes = { userId: account.userId, kind: 'digest' };
    await queueTo(portal, { recipient: account.email, unsubscribes } as Queued, null);
    const params = { userId: account.userId };
    await portal.admin.call(updateUser, { params, body: { email: 'new@university.test' } });
    await createTestUser(portal, 'student', undefined, account.email);
    expect((await deliver(portal)).map(({ recipient }) => recipient)).toEqual([
      'new@university.test',
    ]);
  });

  test('is withdrawn if the account’s address has changed but the recipient stored in the email has not been updated', async ({
    portal,
  }) => {
    const account = await createTestUser(portal);
    const unsubscribes = { userId: account.userId, kind: 'digest' };
    await queueTo(portal, { recipient: account.email, unsubscribes } as Queued, null);
    const moved = { email: 'new@university.test' };
    await portal.db.updateTable('users').set(moved).where('id', '=', account.userId).execute();
    await createTestUser(portal, 'student', undefined, account.email);
    expect(await deliver(portal)).toEqual([]);
    expect(await withdrawn(portal)).toHaveLength(1);
  });

  test('is withdrawn if it is about several groups and one of them now has another supervisor', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const second = await createTestGroup(portal, { supervisor: team.supervisor.name });
    const list = { recipient: team.supervisor.email, groupIds: [team.groupId, second.groupId] };
    await queueTo(portal, list, null);
    expect(await deliver(portal)).toHaveLength(1);
    await queueTo(portal, list, null);
    await replaceSupervisor(portal, second);
    expect(await deliver(portal)).toEqual([]);
    expect(getItemAt(await withdrawn(portal), 0).lastError).toMatch(
      /is no longer the supervisor of BSCS-2027-002\.$/,
    );
    await queueTo(portal, { ...list, groupIds: [team.groupId] }, null);
    expect(await deliver(portal)).toHaveLength(1);
  });
});

describe('the reply address of an email', () => {
  const replyAfter = async (portal: Portal, team: TestGroup, replyTo: string) => {
    await queueTo(portal, { recipient: team.student.email, replyTo }, team.groupId);
    const [sent] = await deliver(portal);
    const stored = await portal.db
      .selectFrom('emails')
      .select('reply_to')
      .where('id', '=', sent?.id ?? '')
      .executeTakeFirst();
    expect(stored?.reply_to).toBe(sent?.reply_to);
    return sent?.reply_to;
  };

  test.for(['supervisor', 'examiner', 'mate'] as const)(
    'is kept, not replaced, if it belongs to the current %s of the group',
    async (who, { portal }) => {
      const team = await createTestGroup(portal);
      expect(await replyAfter(portal, team, team[who].email)).toBe(team[who].email);
    },
  );

  test('is kept, not replaced, if it belongs to an admin or to the office', async ({ portal }) => {
    const team = await createTestGroup(portal);
    for (const email of ['admin@university.test', portal.content.department.office.email])
      expect(await replyAfter(portal, team, email)).toBe(email);
  });

  test.for([
    ['a former supervisor', replaceSupervisor],
    [
      'a supervisor who is blocked',
      async (portal: Portal, team: TestGroup) => {
        await block(portal, team.supervisor.userId);
        return replaceSupervisor(portal, team);
      },
    ],
  ] as const)(
    'is replaced with the current supervisor’s address if it belongs to %s',
    async ([, lose], { portal }) => {
      const team = await createTestGroup(portal);
      const next = await lose(portal, team);
      expect(await replyAfter(portal, team, team.supervisor.email)).toBe(next.email);
    },
  );

  test.for([
    [
      'left the faculty',
      (portal: Portal, { supervisor }: TestGroup) => setRole(portal, supervisor.userId, 'student'),
    ],
    ['is blocked', (portal: Portal, { supervisor }: TestGroup) => block(portal, supervisor.userId)],
    [
      'has another address',
      (portal: Portal, { supervisor }: TestGroup) =>
        portal.db
          .updateTable('users')
          .set({ email: 'moved@university.test', role: 'student' })
          .where('id', '=', supervisor.userId)
          .execute(),
    ],
  ] as const)(
    'is replaced with the office’s address if the group’s supervisor %s',
    async ([, lose], { portal }) => {
      const team = await createTestGroup(portal);
      await lose(portal, team);
      const office = portal.content.department.office.email;
      expect(await replyAfter(portal, team, team.supervisor.email)).toBe(office);
    },
  );

  test('is replaced with the office’s address if it belongs to a former member and the recipient is the supervisor', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await releaseMember(portal, team);
    const replyTo = team.student.email;
    await queueTo(portal, { recipient: team.supervisor.email, replyTo }, team.groupId);
    const [sent] = await deliver(portal);
    expect(sent?.reply_to).toBe(portal.content.department.office.email);
  });
});

describe('an email about marks that is queued after the supervisor has changed', () => {
  test('names only the current markers, and has the current supervisor’s reply address', async ({
    portal,
  }) => {
    const [team, neighbour] = [
      await createTestGroup(portal, { size: 1 }),
      await createTestGroup(portal, { size: 1 }),
    ];
    await markTestGroup(team, 5);
    await markTestGroup(neighbour, 5);
    const next = await replaceSupervisor(portal, team);
    portal.wait(3 * 60_000);
    await queueOverdueMarksEmails(portal);
    const [late, other] = await readMarksEmails(portal);
    expect(late?.reply_to).toBe(next.email);
    expect(late?.text_body).not.toContain(team.supervisor.name);
    expect(late?.text_body).toContain('The department marked Month 1');
    expect(late?.text_body).toContain(`A reply goes to ${next.name}, or`);
    expect(other?.reply_to).toBe(neighbour.supervisor.email);
    expect(other?.text_body).toContain(`${neighbour.supervisor.name} marked Month 1`);
  });
});
