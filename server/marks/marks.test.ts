import { describe, expect } from 'vitest';
import { saveMarks } from '#contract/marks.ts';
import { test } from '#server/test/portal.ts';
import { aGroup } from '#tools/test/people.ts';

describe('saving marks', () => {
  test('a supervisor marks a Semester 7 milestone of his group', async ({ portal }) => {
    const { group, supervisor } = await aGroup(portal.admin);
    const [member] = group.fypGroupMembers;
    const reply = await supervisor.caller.call(saveMarks, {
      body: {
        semester: 'Semester 7',
        groupId: group._id,
        marks: { [member!._id]: { proposal: { marks: 7.5, feedback: 'Clear aims.' } } },
      },
    });
    expect(reply.changed).toBe(1);
    expect(reply.group.fypGroupMembers[0]?.proposal).toEqual({
      marks: 7.5,
      feedback: 'Clear aims.',
      revision: 1,
    });
  });
});
