import { formatAttendance } from '#contract/rules/meetings.ts';
import { getCohort } from '#server/content/get-cohort.ts';
import { isCurrentMember } from '#server/db/current-member.ts';
import { readTogether } from '#server/db/read-together.ts';
import type { Db } from '#server/db/tables.ts';
import { getVisibleGroup, isSupervisorOrAdmin } from '#server/groups/group-access.ts';
import {
  type ScopedGroupQuery,
  selectGroup,
  selectVisibleGroups,
} from '#server/groups/lists/select-groups-in-scope.ts';
import type { Caller } from '#server/http/serve.ts';
import type { Services } from '#server/services.ts';
import { readAttendance } from './read-attendance.ts';

type Query = { group?: string | undefined; cohort?: string | undefined };

/** Counts the confirmed meetings of one group, or of all groups of a cohort that the caller may see. */
export const listMeetingSummaries = ({ db, content }: Services, caller: Caller, query: Query) =>
  readTogether(db, async (reader) => {
    if (query.group === undefined) {
      const cohort = getCohort(content, query.cohort);
      const scope = selectVisibleGroups(reader, caller, cohort._id);
      return { groups: await readSummaries(reader, caller, scope, cohort.rules.minMeetings) };
    }
    const { group } = await getVisibleGroup(reader, caller, query.group);
    const cohort = await content.cohort(reader, group.cohort_id, group.cohort_version);
    const scope = selectGroup(reader, group.id);
    return { groups: await readSummaries(reader, caller, scope, cohort.rules.minMeetings) };
  });

async function readSummaries(db: Db, caller: Caller, scope: ScopedGroupQuery, minimum = 0) {
  const [groups, members, confirmed, attendanceOf] = await Promise.all([
    scope.select(['groups.id', 'groups.supervisor_id', 'groups.external_examiner_id']).execute(),
    db
      .selectFrom('members')
      .select(['id', 'group_id'])
      .where('group_id', 'in', scope.select('groups.id'))
      .where(isCurrentMember)
      .orderBy('position')
      .execute(),
    countConfirmedMeetings(db, scope),
    readAttendance(db, scope),
  ]);
  const membersByGroup = Map.groupBy(members, ({ group_id }) => group_id);
  return groups.map((group) => {
    // Examiners learn whether a group has met often enough for its viva, and nothing else about its meetings.
    const isReader = isSupervisorOrAdmin(caller, group);
    const ofGroup = isReader ? (membersByGroup.get(group.id) ?? []) : [];
    return {
      groupId: group.id,
      confirmed: confirmed.get(group.id) ?? 0,
      minimum,
      members: ofGroup.map(({ id }) => ({
        memberId: id,
        summary: formatAttendance(attendanceOf(id)),
      })),
    };
  });
}

async function countConfirmedMeetings(db: Db, scope: ScopedGroupQuery) {
  const rows = await db
    .selectFrom('meetings')
    .select(({ fn }) => ['group_id', fn.countAll<number>().as('count')])
    .where('group_id', 'in', scope.select('groups.id'))
    .where('confirmed_at', 'is not', null)
    .groupBy('group_id')
    .execute();
  return new Map(rows.map(({ group_id, count }) => [group_id, count]));
}
