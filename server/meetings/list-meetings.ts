import { formatAttendance } from '#contract/rules/meetings.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { readTogether } from '#server/db/read-together.ts';
import { selectGroup } from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { getMeetingGroup } from './meeting-access.ts';
import { readAttendance } from './read-attendance.ts';
import { readMeetings } from './read-meetings.ts';

/** Returns the meetings of a group, the newest first. Throws `not-found`, or `forbidden` for the group's examiner. */
export const listMeetings = ({ db, content }: Services, caller: Caller, groupId: string) =>
  readTogether(db, async (reader) => {
    const { group, viewer } = await getMeetingGroup(reader, caller, groupId);
    const [meetings, attendanceOf, members, cohort] = await Promise.all([
      readMeetings(reader, group, viewer),
      readAttendance(reader, selectGroup(reader, groupId)),
      reader
        .selectFrom('members')
        .select(['id', 'name'])
        .where('group_id', '=', groupId)
        .where(isCurrentMember)
        .orderBy('position')
        .execute(),
      content.cohort(reader, group.cohort_id, group.cohort_version),
    ]);
    return {
      meetings,
      confirmed: meetings.filter(({ confirmedAt }) => confirmedAt !== null).length,
      minimum: cohort.rules.minMeetings ?? 0,
      attendance: members.map(({ id, name }) => ({
        memberId: id,
        name,
        summary: formatAttendance(attendanceOf(id)),
      })),
      supervisor: group.supervisor,
      mayRecord: viewer.side !== undefined && cohort.closedAt === null,
    };
  });
