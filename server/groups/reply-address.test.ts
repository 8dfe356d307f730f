import { describe, expect } from 'vitest';
import { queueOverdueMarksEmails } from '#server/marks/emails/mail-group.ts';
import { createTestGroup, type TestGroup } from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  blockAccount,
  changeRole,
  deliverTestEmails,
  queueTestEmail,
  releaseMember,
  replaceSupervisor,
} from '#server/test/records/group-emails.ts';
import { markTestGroup, readMarksEmails } from '#server/test/records/marking.ts';

describe('the reply address of an email', () => {
  const replyAfter = async (portal: Portal, team: TestGroup, replyTo: string) => {
    await queueTestEmail(portal, { recipient: team.student.email, replyTo }, team.groupId);
    const [sent] = await deliverTestEmails(portal);
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

  test('is replaced with the current supervisor’s address if it belongs to a former supervisor', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const next = await replaceSupervisor(portal, team);
    expect(await replyAfter(portal, team, team.supervisor.email)).toBe(next.email);
  });

  test.for([
    [
      'left the faculty',
      (portal: Portal, { supervisor }: TestGroup) =>
        changeRole(portal, supervisor.userId, 'student'),
    ],
    [
      'is blocked',
      (portal: Portal, { supervisor }: TestGroup) => blockAccount(portal, supervisor.userId),
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
    await queueTestEmail(portal, { recipient: team.supervisor.email, replyTo }, team.groupId);
    const [sent] = await deliverTestEmails(portal);
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
    expect(late?.text_body).toContain(`Replies go to ${next.name}, or`);
    expect(other?.reply_to).toBe(neighbour.supervisor.email);
    expect(other?.text_body).toContain(`${neighbour.supervisor.name} marked Month 1`);
  });
});
