import { describe, expect } from 'vitest';
import { saveMarks } from '#contract/marks.ts';
import { updateUser } from '#contract/users.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import {
  emailTestGroupMarks,
  markTestGroup,
  readMarksEmails,
  recordViva,
} from '#server/test/records/marking.ts';

const minute = 60_000;
describe('an email about marks', () => {
  test('names the marker and uses the marker’s email address as its reply address', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await markTestGroup(team, 5);
    await emailTestGroupMarks(team, team.examiner);
    const { reply_to, text_body, html_body } = getItemAt(await readMarksEmails(portal), 0);
    expect(reply_to).toBe(team.supervisor.email);
    const text = `${team.supervisor.name} marked Month 1 in your project “A portal for final-year projects” (BSCS-2027-001).`;
    expect(text_body).toContain(text);
    expect(html_body).toContain(text);
  });

  test('uses the office’s address as its reply address if several people entered marks or the marker is blocked', async ({
    portal,
  }) => {
    const office = portal.content.department.office.email;
    const [both, blocked] = [
      await createTestGroup(portal, { size: 1 }),
      await createTestGroup(portal, { size: 1 }),
    ];
    await markTestGroup(both, 5);
    await recordViva(both);
    await markTestGroup(blocked, 5);
    const params = { userId: blocked.supervisor.userId };
    await portal.admin.call(updateUser, { params, body: { blocked: true } });
    await emailTestGroupMarks(both);
    await emailTestGroupMarks(blocked, { caller: portal.admin });
    const emails = await readMarksEmails(portal);
    expect(emails.map(({ reply_to }) => reply_to)).toEqual([office, office]);
    expect(getItemAt(emails, 0).text_body).toContain(
      `${both.examiner.name} and ${both.supervisor.name} marked Month 1`,
    );
  });

  test('contains no mark or result in its subject, regardless of the number of milestones', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const cells = ['proposal', 'month1', 'month2', 'month3'].map((key) => [key, { marks: 8 }]);
    const save = (marks: object) =>
      team.supervisor.caller.call(saveMarks, {
        body: {
          semester: 'Semester 7',
          groupId: team.groupId,
          marks: { [getItemAt(team.ids, 0)]: marks },
        },
      });
    await save(Object.fromEntries(cells));
    await emailTestGroupMarks(team);
    portal.wait(minute);
    await save({ month4: { feedback: 'Show me the figures.' } });
    await emailTestGroupMarks(team);
    const [first, second] = await readMarksEmails(portal);
    expect(first?.subject).toBe('BSCS-2027-001: Proposal, Month 1 and 2 more marked');
    expect(second?.subject).toBe('BSCS-2027-001: Month 4 updated');
    expect(second?.text_body).toContain('Month 4: not marked yet\nFeedback: Show me');
  });
});
