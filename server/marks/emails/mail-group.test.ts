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
describe('emailing marks to a group', () => {
  test('sends each member with changed marks one email that contains only that member’s marks', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 3 });
    await markTestGroup(team, 1.25, undefined, 7.75);
    expect(await emailTestGroupMarks(team)).toEqual({
      message: '2 emails are queued.',
      queued: 2,
      emailIds: [expect.any(String), expect.any(String)],
    });
    const emails = await readMarksEmails(portal);
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [team.student.email, team.mate.email].toSorted(),
    );
    for (const { recipient, subject, text_body, html_body } of emails) {
      const [ownMarks, otherMarks] =
        recipient === team.student.email ? ['1.25', '7.75'] : ['7.75', '1.25'];
      expect(subject).toBe('BSCS-2027-001: Month 1 marked');
      expect(text_body).toContain(`Month 1: ${ownMarks} of 10\nFeedback: Feedback ${ownMarks}.`);
      expect(html_body).toContain(`<strong>${ownMarks} of 10</strong>`);
      for (const body of [text_body, html_body]) {
        expect(body).not.toContain(otherMarks);
        expect(body).not.toContain('External viva');
        expect(body).toContain(`${portal.config.publicUrl}/students`);
      }
    }
  });

  test('sends the viva result to every member, in the same email as any changed marks', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await recordViva(team);
    await markTestGroup(team, 5);
    expect((await emailTestGroupMarks(team, team.examiner)).queued).toBe(2);
    const emails = await readMarksEmails(portal);
    for (const { recipient, subject, text_body } of emails) {
      expect(text_body).toContain(
        'External viva\nDate: 14 January 2027\nStatus: pass\nFeedback: Well defended.',
      );
      const isMarked = recipient === team.student.email;
      expect(text_body.includes('Month 1')).toBe(isMarked);
      expect(subject).toBe(
        `BSCS-2027-001: ${isMarked ? 'Month 1 marked, viva recorded' : 'viva recorded'}`,
      );
    }
  });

  test('sends no second email if the request is repeated', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 5, 6);
    expect((await emailTestGroupMarks(team)).queued).toBe(2);
    const before = await portal.snapshot();
    expect(await emailTestGroupMarks(team)).toEqual({
      message: 'No new emails: no member who can receive them has changes since their last email.',
      queued: 0,
      emailIds: [],
    });
    expect(await portal.snapshot()).toEqual(before);
  });

  test('sends each member only one email for several concurrent requests', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 5, 6);
    const replies = await Promise.all([
      emailTestGroupMarks(team),
      emailTestGroupMarks(team),
      emailTestGroupMarks(team, team.examiner),
      emailTestGroupMarks(team, { caller: portal.admin }),
    ]);
    expect(replies.map(({ queued }) => queued).toSorted()).toEqual([0, 0, 0, 2]);
    expect(await readMarksEmails(portal)).toHaveLength(2);
  });

  test('includes only marks changed since the last email', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 5, 6);
    await emailTestGroupMarks(team);
    portal.wait(minute);
    await team.supervisor.caller.call(saveMarks, {
      body: {
        semester: 'Semester 7',
        groupId: team.groupId,
        marks: { [getItemAt(team.ids, 0)]: { month2: { marks: 8 } } },
      },
    });
    expect(await emailTestGroupMarks(team)).toMatchObject({
      message: '1 email is queued.',
      queued: 1,
    });
    const { recipient, text_body } = getItemAt((await readMarksEmails(portal)).slice(-1), 0);
    expect(recipient).toBe(team.student.email);
    expect(text_body).toContain('Month 2: 8 of 10\nFeedback: No feedback');
    expect(text_body).not.toContain('Month 1');
  });

  test('does not claim that a member without an email was emailed', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await markTestGroup(team, 5);
    const params = { userId: team.student.userId };
    await portal.admin.call(updateUser, { params, body: { blocked: true } });
    const { queued, message } = await emailTestGroupMarks(team);
    expect([queued, await readMarksEmails(portal)]).toEqual([0, []]);
    expect(message).toMatch(/^No new emails: no member who can receive them has changes/);
  });

  test('escapes user text in the HTML part', async ({ portal }) => {
    const team = await createTestGroup(portal, {
      size: 1,
      title: '<img src=x onerror=alert(1)> & "more"',
    });
    await team.supervisor.caller.call(saveMarks, {
      body: {
        semester: 'Semester 7',
        groupId: team.groupId,
        marks: {
          [getItemAt(team.ids, 0)]: {
            month1: { marks: 5, feedback: `</td><script>alert('x')</script>\nSecond line` },
          },
        },
      },
    });
    await emailTestGroupMarks(team);
    const { html_body, text_body, subject } = getItemAt(await readMarksEmails(portal), 0);
    expect(html_body).not.toMatch(/<script|<img/);
    expect(html_body).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;');
    expect(html_body).toContain(
      '&lt;/td&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;<br>\nSecond line',
    );
    expect(text_body).toContain(`</td><script>alert('x')</script>`);
    expect(subject).not.toContain('<');
  });
});
