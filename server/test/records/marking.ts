import { mailGroup, saveMarks } from '#contract/marks.ts';
import { getItemAt, type TestGroup, type TestUser } from '#server/test/people.ts';
import type { Portal } from '#server/test/portal.ts';
import { expectRefusal } from '#server/test/refusal.ts';

export const readMarksEmails = (portal: Portal) =>
  portal.db
    .selectFrom('emails')
    .innerJoin('members', 'members.id', 'emails.member_id')
    .innerJoin('groups', 'groups.id', 'members.group_id')
    .selectAll('emails')
    .orderBy('queued_at')
    .orderBy('groups.name')
    .orderBy('members.position')
    .execute();
export const emailTestGroupMarks = (
  team: TestGroup,
  who: Pick<TestUser, 'caller'> = team.supervisor,
) => who.caller.call(mailGroup, { params: { groupId: team.groupId } });
export const markTestGroup = (team: TestGroup, ...marks: (number | undefined)[]) =>
  team.supervisor.caller.call(saveMarks, {
    body: {
      semester: 'Semester 7',
      groupId: team.groupId,
      marks: Object.fromEntries(
        marks.flatMap((mark, index) =>
          mark === undefined
            ? []
            : [
                [
                  getItemAt(team.ids, index),
                  { month1: { marks: mark, feedback: `Feedback ${mark}.` } },
                ],
              ],
        ),
      ),
    },
  });
export const recordViva = (team: TestGroup) =>
  team.examiner.caller.call(saveMarks, {
    body: {
      semester: 'External Viva',
      groupId: team.groupId,
      vivaDate: '2027-01-14',
      vivaStatus: 'pass',
      vivaFeedback: 'Well defended.',
    },
  });

export const buildMarksBody = (
  { groupId, ids }: TestGroup,
  cells: object,
  semester = 'Semester 7',
) => ({
  semester,
  groupId,
  marks: { [getItemAt(ids, 0)]: cells },
});
export const saveTestMarks = (
  team: TestGroup,
  who: Pick<TestUser, 'caller'>,
  cells: object,
  semester = 'Semester 7',
  viva = {},
) =>
  who.caller.call(saveMarks, {
    body: { ...buildMarksBody(team, cells, semester), ...viva } as never,
  });
export const expectMarksRefusal = (
  portal: Portal,
  team: TestGroup,
  who: Pick<TestUser, 'caller'>,
  cells: object,
  semester = 'Semester 7',
) => expectRefusal(portal, who.caller, saveMarks, { body: buildMarksBody(team, cells, semester) });
