import { describe, expect } from 'vitest';
import { mailGroup, previewMarks, saveMarks } from '#contract/marks.ts';
import { createTestGroup, getItemAt } from '#server/test/people.ts';
import { test } from '#server/test/portal.ts';
import { saveTestMarks } from '#server/test/records/marking.ts';
import { expectRefusal } from '#server/test/refusal.ts';

describe('the email preview before saving marks', () => {
  test('returns exactly the emails that the save would send, and stores nothing', async ({
    portal,
  }) => {
    const { supervisor, groupId, ids } = await createTestGroup(portal);
    const other = await createTestGroup(portal);
    await saveTestMarks(other, other.supervisor, { month1: { marks: 3 } });
    await other.supervisor.caller.call(mailGroup, { params: { groupId: other.groupId } });
    const marks = {
      [getItemAt(ids, 0)]: { month1: { marks: 9, feedback: 'Good <start> & well written.' } },
      [getItemAt(ids, 1)]: { month1: { marks: 4 } },
    };
    const body = { semester: 'Semester 7', groupId, marks };
    const before = await portal.snapshot();
    const { emails } = await supervisor.caller.call(previewMarks, { body });
    expect(await portal.snapshot()).toEqual(before);

    await supervisor.caller.call(saveMarks, { body });
    await supervisor.caller.call(mailGroup, { params: { groupId } });
    const sent = await portal.db
      .selectFrom('emails')
      .innerJoin('members', 'members.id', 'emails.member_id')
      .select(['members.id as memberId', 'members.name as memberName', 'recipient', 'subject'])
      .select(['text_body as text', 'html_body as html'])
      .where('emails.group_id', '=', groupId)
      .orderBy('members.position')
      .execute();
    expect(emails).toHaveLength(2);
    expect(emails).toEqual(sent);
  });

  test('returns no emails if the save changes nothing', async ({ portal }) => {
    const { supervisor, groupId } = await createTestGroup(portal);
    const body = { semester: 'Semester 7', groupId, marks: {} };
    expect(await supervisor.caller.call(previewMarks, { body })).toEqual({ emails: [] });
  });

  test('is rejected with the same error as the save if a mark is invalid', async ({ portal }) => {
    const { supervisor, groupId, ids } = await createTestGroup(portal);
    const marks = { [getItemAt(ids, 0)]: { month1: { marks: 11 } } };
    const body = { semester: 'Semester 7', groupId, marks };
    const preview = await expectRefusal(portal, supervisor.caller, previewMarks, { body });
    const saveRefusal = await expectRefusal(portal, supervisor.caller, saveMarks, { body });
    expect(preview).toMatchObject({ code: 'invalid' });
    expect(preview).toEqual(saveRefusal);
  });
});
