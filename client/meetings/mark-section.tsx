import { Text } from '@mantine/core';
import { useCohort } from '#client/api/cohorts/cohorts.ts';
import { useRead } from '#client/api/use-read.ts';
import type { MarkSection } from '#client/feature.ts';
import { listMeetingSummaries } from '#contract/meetings/lists.ts';
import { isForTeamCollaboration } from '#contract/rules/meetings.ts';

type AttendanceProps = { groupId: string; memberId: string; isOfManyGroups: boolean };

/** All members on a page share one request. Shows nothing while no meeting of the group is confirmed. */
function Attendance({ groupId, memberId, isOfManyGroups }: AttendanceProps) {
  const { code } = useCohort();
  const query = isOfManyGroups ? { ...(code && { cohort: code }) } : { group: groupId };
  const { data } = useRead(
    listMeetingSummaries,
    { query },
    { failure: 'Couldn’t load the attendance' },
  );
  const group = data?.groups.find((summary) => summary.groupId === groupId);
  const member = group?.members.find((summary) => summary.memberId === memberId);
  if (!group || !member || group.confirmed === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      Meetings: {member.summary}
    </Text>
  );
}

export const pageSections: readonly MarkSection[] = [
  {
    order: 10,
    Component: ({ group, member, milestone, isOfManyGroups }) =>
      isForTeamCollaboration(milestone) && (
        <Attendance groupId={group._id} memberId={member._id} isOfManyGroups={isOfManyGroups} />
      ),
  },
];
