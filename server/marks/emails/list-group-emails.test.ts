import { describe, expect } from 'vitest';
import { listGroupEmails, mailGroup, maxGroupEmails, saveMarks } from '#contract/marks.ts';
import { createUndeliverableEmail } from '#server/test/emails.ts';
import { test } from '#server/test/mail.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';

const markAndMail = async ({ supervisor, groupId, ids }: TestGroup, marks: number) => {
  const cell = { month1: { marks, feedback: 'A secret feedback' } };
  const body = { groupId, marks: Object.fromEntries(ids.map((id) => [id, cell])) };
  await supervisor.caller.call(saveMarks, { body: { semester: 'Semester 7', ...body } });
  return supervisor.caller.call(mailGroup, { params: { groupId } });
};
const watch = ({ supervisor, groupId }: TestGroup) =>
  supervisor.caller.call(listGroupEmails, { params: { groupId } });

describe('the list of emails about a group’s marks', () => {
  test('contains queued, sent and rejected emails, with the reason for a rejection but without the email text', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    const team = await createTestGroup(portal);
    const { emailIds } = await markAndMail(team, 7);
    const queued = await watch(team);
    expect(queued.emails.map(({ _id }) => _id).toSorted()).toEqual(emailIds.toSorted());
    expect(queued).toMatchObject({
      emails: [{ state: 'queued', reason: null }, { state: 'queued' }],
      lastSent: [],
    });
    mailbox.onRcpt = (address) =>
      address === team.mate.email ? { code: 550, message: 'no such person here' } : undefined;
    await portal.deliver(smtp);
    const settled = await watch(team);
    const at = portal.clock().toISOString();
    expect(settled.emails).toEqual([
      {
        _id: expect.any(String),
        memberId: team.ids[0],
        memberName: team.student.name,
        recipient: team.student.email,
        subject: 'BSCS-2027-001: Month 1 marked',
        state: 'sent',
        reason: null,
        queuedAt: at,
        sentAt: at,
        refusedAt: null,
      },
      {
        _id: expect.any(String),
        memberId: team.ids[1],
        memberName: team.mate.name,
        recipient: team.mate.email,
        subject: 'BSCS-2027-001: Month 1 marked',
        state: 'refused',
        reason: expect.stringContaining('no such person here'),
        queuedAt: at,
        sentAt: null,
        refusedAt: at,
      },
    ]);
    expect(settled.lastSent).toEqual([{ memberId: team.ids[0], at }]);
    expect(JSON.stringify(settled)).not.toContain('secret feedback');
  });

  test('does not show the mail server’s reply for an email that will be retried', async ({
    portal,
    mailbox,
    smtp,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await markAndMail(team, 7);
    mailbox.onRcpt = () => ({ code: 451, message: 'greylisted by mx7.internal' });
    await portal.deliver(smtp);
    const { emails } = await watch(team);
    expect(emails).toMatchObject([{ state: 'queued', reason: null }]);
  });

  test('contains only the newest emails, up to the maximum number', async ({ portal }) => {
    const [team, other] = [
      await createTestGroup(portal, { size: 1 }),
      await createTestGroup(portal, { size: 1 }),
    ];
    await markAndMail(other, 1);
    for (let round = 0; round <= maxGroupEmails; round += 1) {
      await markAndMail(team, round % 10);
      portal.wait(1000);
    }
    await markAndMail(other, 2);
    const { emails } = await watch(team);
    expect(emails).toHaveLength(maxGroupEmails);
    expect(new Set(emails.map(({ recipient }) => recipient))).toEqual(
      new Set([team.student.email]),
    );
    expect(getItemAt(emails, 0).queuedAt > getItemAt(emails, 1).queuedAt).toBe(true);
  });

  test('is returned with the time of the last sent email to each member', async ({ portal }) => {
    const [team, other] = [
      await createTestGroup(portal),
      await createTestGroup(portal, { size: 1 }),
    ];
    await markAndMail(team, 3);
    await markAndMail(other, 3);
    await portal.deliver();
    const sentAt = portal.clock().toISOString();
    portal.wait(60_000);
    const ofGroup = { group_id: team.groupId, sent_at: portal.clock().toISOString() };
    await createUndeliverableEmail(portal.db, 'staff@university.test', portal.clock(), ofGroup);
    await markAndMail(team, 4);
    const { lastSent } = await watch(team);
    const byMember = lastSent.toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1));
    expect(byMember).toEqual(team.ids.toSorted().map((memberId) => ({ memberId, at: sentAt })));
  });
});
