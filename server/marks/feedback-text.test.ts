import { describe, expect } from 'vitest';
import { updateGroup } from '#contract/admin/group-edits.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import {
  emailTestGroupMarks,
  expectMarksRefusal,
  saveTestMarks,
} from '#server/test/records/marking.ts';

const texts = [
  ['zero-width spaces', '\u200b\u200b'],
  ['bidi controls', '\u202e\u2069'],
] as const;

describe('feedback on a mark', () => {
  test.for(texts)(
    'is treated as empty if it consists only of %s',
    async ([, feedback], { portal }) => {
      const team = await createTestGroup(portal);
      const member = async () => getItemAt((await team.read()).fypGroupMembers, 0);
      expect((await saveTestMarks(team, team.supervisor, { month1: { feedback } })).changed).toBe(
        0,
      );
      await saveTestMarks(team, team.supervisor, { month1: { feedback: 'Good.' } });
      expect((await saveTestMarks(team, team.supervisor, { month1: { feedback } })).changed).toBe(
        1,
      );
      expect((await member()).month1).toMatchObject({ marks: null, feedback: null });
      expect((await emailTestGroupMarks(team)).queued).toBe(0);
      const viva = { vivaFeedback: feedback };
      expect((await saveTestMarks(team, team.examiner, {}, 'External Viva', viva)).changed).toBe(0);
      const params = { groupId: team.groupId };
      const body = { externalVivaDetails: viva };
      await portal.admin.call(updateGroup, { params, body });
      expect((await team.read()).externalVivaDetails).toMatchObject({ vivaFeedback: null });
    },
  );

  test('is limited to 2,000 characters, where an emoji counts as one character', async ({
    portal,
  }) => {
    const team = await createTestGroup(portal, { size: 1 });
    const feedback = '😀'.repeat(2000);
    expect((await saveTestMarks(team, team.supervisor, { month1: { feedback } })).changed).toBe(1);
    expect(getItemAt((await team.read()).fypGroupMembers, 0).month1?.feedback).toBe(feedback);
    expect(
      await expectMarksRefusal(portal, team, team.supervisor, {
        month2: { feedback: `${feedback}😀` },
      }),
    ).toMatchObject({ code: 'invalid', message: 'Feedback must be 2000 characters or fewer.' });
  });
});
