import { type AttendanceCounts, noAttendance } from '#contract/rules/meetings.ts';
import type { Db } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from '#server/groups/lists/select-groups-in-scope.ts';

/** Counts the attendance of each member in the confirmed meetings of the groups. */
export async function readAttendance(
  db: Db,
  scope: ScopedGroupQuery,
): Promise<(memberId: string) => AttendanceCounts> {
  const rows = await db
    .selectFrom('meetings')
    .innerJoin('meeting_attendance', 'meeting_attendance.meeting_id', 'meetings.id')
    .select(({ fn }) => [
      'meeting_attendance.member_id',
      'meeting_attendance.state',
      fn.countAll<number>().as('count'),
    ])
    .where('meetings.group_id', 'in', scope.select('groups.id'))
    .where('meetings.confirmed_at', 'is not', null)
    .groupBy(['meeting_attendance.member_id', 'meeting_attendance.state'])
    .execute();
  const counts = new Map<string, AttendanceCounts>();
  for (const { member_id, state, count } of rows) {
    counts.set(member_id, { ...(counts.get(member_id) ?? noAttendance), [state]: count });
  }
  return (memberId) => counts.get(memberId) ?? noAttendance;
}
