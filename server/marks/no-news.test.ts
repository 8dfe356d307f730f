import { describe, expect } from 'vitest';
import { mailGroup } from '#contract/marks.ts';
import { listNotices } from '#contract/messages/notices.ts';
import { createTestGroup, getItemAt, type TestGroup } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import {
  emailTestGroupMarks,
  readMarksEmails,
  saveTestMarks,
} from '#server/test/records/marking.ts';
import { queueOverdueMarksEmails } from './emails/mail-group.ts';

const viva = (team: TestGroup, fields: object) =>
  saveTestMarks(team, team.examiner, {}, 'External Viva', fields);

describe('an email about marks', () => {
  const emailed = { marks: 7, feedback: 'Good.' };
  test.for([
    ['a mark that was changed and changed back', [{ marks: 8 }, { marks: 7 }]],
    ['a mark that was removed and entered again', [{ marks: null }, { marks: 7 }]],
    ['feedback that was changed and restored', [{ feedback: 'Poor.' }, { feedback: 'Good.' }]],
    [
      'a mark and feedback that were restored over several saves',
      [{ marks: 1 }, { feedback: null }, { marks: 7 }, { marks: 9, feedback: 'Good.' }, emailed],
    ],
  ] as const)('is not sent for %s', async ([, changes], { portal }) => {
    const team = await createTestGroup(portal);
    await saveTestMarks(team, team.supervisor, { month1: emailed });
    await emailTestGroupMarks(team);
    for (const change of changes) await saveTestMarks(team, team.supervisor, { month1: change });
    expect(await emailTestGroupMarks(team)).toMatchObject({
      message: expect.stringContaining('No new emails'),
      queued: 0,
    });
    portal.wait(3 * 60_000);
    await queueOverdueMarksEmails(portal);
    expect(await readMarksEmails(portal)).toHaveLength(1);
    expect((await team.student.caller.call(listNotices, { query: { kind: 'marks' } })).total).toBe(
      1,
    );
    await saveTestMarks(team, team.supervisor, { month1: { marks: 8 } });
    expect((await emailTestGroupMarks(team)).queued).toBe(1);
  });

  test('is not sent for a mark that was entered and then cleared', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await saveTestMarks(team, team.supervisor, { month1: emailed, month2: { feedback: 'Late.' } });
    const empty = { marks: null, feedback: null };
    await saveTestMarks(team, team.supervisor, { month1: empty, month2: empty });
    expect((await emailTestGroupMarks(team)).queued).toBe(0);
    expect(await readMarksEmails(portal)).toEqual([]);
  });

  test('omits cells that were changed back to their emailed values, and is sent only to members with other changes', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await saveTestMarks(team, team.supervisor, { month1: emailed, month2: emailed });
    await emailTestGroupMarks(team);
    portal.wait(1000);
    await saveTestMarks(team, team.supervisor, { month1: { marks: 8 }, month2: { marks: 8 } });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 7 } });
    expect((await emailTestGroupMarks(team)).queued).toBe(1);
    const email = getItemAt(await readMarksEmails(portal), 1);
    expect(email.recipient).toBe(team.student.email);
    expect(email.text_body).toContain('Month 2: 8 of 10');
    expect(email.text_body).not.toContain('Month 1');
  });

  test('states that a previously emailed mark was removed instead of showing it as 0', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await saveTestMarks(team, team.supervisor, { month1: emailed });
    await emailTestGroupMarks(team);
    portal.wait(1000);
    await saveTestMarks(team, team.supervisor, { month1: { marks: 6 } });
    await saveTestMarks(team, team.supervisor, { month1: { marks: null } });
    await emailTestGroupMarks(team);
    const { subject, text_body, html_body } = getItemAt(await readMarksEmails(portal), 1);
    expect(subject).toBe('BSCS-2027-001: Month 1 corrected');
    expect(text_body).toContain('Month 1: removed (it was 7)\nFeedback: Good.');
    expect(html_body).toContain('<strong>removed (it was 7)</strong>');
    expect(`${text_body}${html_body}`).not.toContain('0 of 10');
  });

  test('is sent again on request, even if nothing has changed', async ({ portal }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await saveTestMarks(team, team.supervisor, { month1: emailed });
    await emailTestGroupMarks(team);
    portal.wait(61_000);
    await saveTestMarks(team, team.supervisor, { month1: { marks: 8 } });
    await saveTestMarks(team, team.supervisor, { month1: { marks: 7 } });
    const again = { params: { groupId: team.groupId }, body: { again: [getItemAt(team.ids, 0)] } };
    expect((await team.supervisor.caller.call(mailGroup, again)).queued).toBe(1);
    expect(getItemAt(await readMarksEmails(portal), 1).text_body).toContain('Month 1: 7 of 10');
  });
});

describe('an email about the viva', () => {
  const recorded = { vivaStatus: 'reschedule', vivaFeedback: 'Ill.' };
  test.for([
    ['status', [{ vivaStatus: '' }, { vivaStatus: 'reschedule' }]],
    ['date', [{ vivaDate: '2027-02-01' }, { vivaDate: '' }]],
    ['feedback', [{ vivaFeedback: 'Away.' }, { vivaFeedback: 'Ill.' }]],
  ] as const)(
    'is not sent if the viva’s %s was changed and changed back',
    async ([, changes], { portal }) => {
      const team = await createTestGroup(portal);
      await viva(team, recorded);
      expect((await emailTestGroupMarks(team)).queued).toBe(2);
      for (const change of changes) await viva(team, change);
      expect((await emailTestGroupMarks(team)).queued).toBe(0);
      await viva(team, { vivaFeedback: 'Well again.' });
      expect((await emailTestGroupMarks(team)).queued).toBe(2);
    },
  );

  test('is not sent if the viva record was added and removed since the last email, but is sent if an emailed record was removed', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const nothing = { vivaStatus: '', vivaFeedback: '', vivaDate: '' };
    await viva(team, recorded);
    await viva(team, nothing);
    expect((await emailTestGroupMarks(team)).queued).toBe(0);
    await viva(team, recorded);
    await emailTestGroupMarks(team);
    portal.wait(1000);
    await viva(team, nothing);
    await emailTestGroupMarks(team);
    const { subject, text_body } = getItemAt(await readMarksEmails(portal), 1);
    expect(subject).toBe('BSCS-2027-001: viva record removed');
    expect(text_body).toContain('removed the record of the external viva');
  });
});
