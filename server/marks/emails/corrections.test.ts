import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { listChanges } from '#contract/history.ts';
import { maxCorrectionReasonLength, previewMarks, saveMarks } from '#contract/marks.ts';
import {
  buildMemberEdits,
  createTestGroup,
  getItemAt,
  type TestGroup,
} from '#server/test/people.ts';
import { type Portal, test } from '#server/test/portal.ts';
import {
  buildMarksBody,
  emailTestGroupMarks,
  readMarksEmails,
  recordViva,
  saveTestMarks,
} from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

const minute = 60_000;
const reason = 'The second page was not counted.';
/** Saves the first member's mark of Month 1, and emails it. */
async function mark(portal: Portal, team: TestGroup, marks: number | null, more: object = {}) {
  portal.wait(minute);
  await saveTestMarks(team, team.supervisor, { month1: { marks } }, 'Semester 7', more);
  await emailTestGroupMarks(team);
  const email = getItemAt((await readMarksEmails(portal)).slice(-1), 0);
  return { subject: email.subject, text: email.text_body };
}

describe('the email about a mark that an earlier email contained', () => {
  test('states the old and the new mark, that it is a correction, and the reason', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    const first = await mark(portal, team, 6, { correctionReason: reason });
    expect(first.subject).toBe('BSCS-2027-001: Month 1 marked');
    expect(first.text).toContain('Month 1: 6 of 10\n');
    expect(first.text).not.toContain(reason);
    const { subject, text } = await mark(portal, team, 8, { correctionReason: reason });
    expect(subject).toBe('BSCS-2027-001: Month 1 corrected');
    expect(text).toContain('corrected Month 1 in your project');
    expect(text).toContain('This corrects an earlier email.');
    expect(text).toContain('Month 1: 8 of 10, corrected from 6\n');
    expect(text).toContain(`Reason for the correction: ${reason}`);
    const params = { groupId: team.groupId };
    const { changes } = await portal.admin.call(listChanges, { params });
    expect(changes[0]).toMatchObject({ part: 'month1', field: 'reason', from: null, to: reason });
  });

  test('contains no reason if none was given, and never that of an earlier correction', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await mark(portal, team, 6);
    await mark(portal, team, 8, { correctionReason: reason });
    const { text } = await mark(portal, team, 9);
    expect(text).toContain('Month 1: 9 of 10, corrected from 8\n');
    expect(text).not.toContain('Reason for the correction');
    const removed = await mark(portal, team, null, { correctionReason: '' });
    expect(removed.subject).toBe('BSCS-2027-001: Month 1 corrected');
    expect(removed.text).toContain('Month 1: removed (it was 9)');
    // A mark that follows a removed one is a first mark again.
    expect((await mark(portal, team, 5)).subject).toBe('BSCS-2027-001: Month 1 marked');
  });

  test('compares with the last email if the mark was saved twice, and contains the reason of the first save', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await mark(portal, team, 6);
    await saveTestMarks(team, team.supervisor, { month1: { marks: 7 } }, 'Semester 7', {
      correctionReason: reason,
    });
    const { text } = await mark(portal, team, 8);
    expect(text).toContain('Month 1: 8 of 10, corrected from 6\n');
    expect(text).toContain(`Reason for the correction: ${reason}`);
  });

  test('names first marks and corrections separately, also after an admin’s correction', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await mark(portal, team, 6);
    portal.wait(minute);
    const member = { _id: getItemAt(team.ids, 0), month1: { marks: 7 }, month2: { marks: 5 } };
    const body = { fypGroupMembers: buildMemberEdits(team.ids, member) };
    await portal.admin.call(updateGroup, { params: { groupId: team.groupId }, body });
    await emailTestGroupMarks(team);
    const { subject, text_body } = getItemAt((await readMarksEmails(portal)).slice(-1), 0);
    expect(subject).toBe('BSCS-2027-001: Month 2 marked, Month 1 corrected');
    expect(text_body).toContain('marked Month 2, and corrected Month 1 in your project');
  });

  test('is a correction for a student only if that student was emailed before', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal);
    await mark(portal, team, 6);
    portal.wait(minute);
    const marks = Object.fromEntries(team.ids.map((id) => [id, { month1: { marks: 9 } }]));
    const body = { semester: 'Semester 7', groupId: team.groupId, marks, correctionReason: reason };
    await team.supervisor.caller.call(saveMarks, { body });
    await emailTestGroupMarks(team);
    const [ofStudent, ofMate] = (await readMarksEmails(portal)).slice(-2);
    expect(ofStudent?.text_body).toContain('9 of 10, corrected from 6');
    expect(ofMate?.subject).toBe('BSCS-2027-001: Month 1 marked');
    expect(ofMate?.text_body).not.toMatch(/corrected|Reason/);
  });

  test('is previewed with the reason, which may not be too long', async ({ portal }) => {
    const team = await createTestGroup(portal);
    await mark(portal, team, 6);
    const body = { ...buildMarksBody(team, { month1: { marks: 8 } }), correctionReason: reason };
    const { emails } = await team.supervisor.caller.call(previewMarks, { body });
    expect(emails[0]?.text).toContain(reason);
    const tooLong = { ...body, correctionReason: 'x'.repeat(maxCorrectionReasonLength + 1) };
    const input = { body: tooLong };
    const refusal = await expectRefusal(portal, team.supervisor.caller, saveMarks, input);
    expect(Object.keys(refusal.fields ?? {})).toEqual(['correctionReason']);
  });

  test('is sent once, with both corrections, if two markers correct different marks at the same moment', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    await mark(portal, team, 6);
    await saveTestMarks(team, team.supervisor, { month2: { marks: 4 } });
    await emailTestGroupMarks(team);
    portal.wait(minute);
    const before = (await readMarksEmails(portal)).length;
    await Promise.all([
      saveTestMarks(team, team.supervisor, { month1: { marks: 7 } }),
      saveTestMarks(team, { caller: portal.admin }, { month2: { marks: 5 } }),
    ]);
    await Promise.all([emailTestGroupMarks(team), emailTestGroupMarks(team)]);
    const sent = (await readMarksEmails(portal)).slice(before);
    expect(sent.map(({ subject }) => subject)).toEqual([
      'BSCS-2027-001: Month 1 and Month 2 corrected',
    ]);
  });
});

describe('the email about a viva', () => {
  const saveViva = async (portal: Portal, team: TestGroup, viva: object) => {
    portal.wait(minute);
    await saveTestMarks(team, team.examiner, {}, 'External Viva', viva);
    await emailTestGroupMarks(team);
    const email = getItemAt((await readMarksEmails(portal)).slice(-1), 0);
    return { subject: email.subject, text: email.text_body };
  };

  test('does not call a date alone a recorded viva', async ({ portal }) => {
    const team = await createTestGroup(portal);
    const appointed = await saveViva(portal, team, { vivaDate: '2027-05-22' });
    expect(appointed.subject).toBe('BSCS-2027-001: viva on 22 May 2027');
    expect(appointed.text).toContain('set the date of the external viva of your project');
    const feedback = await saveViva(portal, team, { vivaFeedback: 'Bring the device.' });
    expect(feedback.subject).toBe('BSCS-2027-001: feedback on the viva');
    portal.wait(minute);
    await recordViva(team);
    await emailTestGroupMarks(team);
    const [recorded] = (await readMarksEmails(portal)).slice(-1);
    expect(recorded?.subject).toBe('BSCS-2027-001: viva recorded');
  });
});
