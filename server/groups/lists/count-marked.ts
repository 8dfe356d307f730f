import { isCurrentMember } from '#server/db/current-member.ts';
import type { Db } from '#server/db/tables.ts';
import type { ScopedGroupQuery } from './select-groups-in-scope.ts';

/** Counts the members with marks for each group and milestone. Omits counts of 0. */
export const countMarkedMembers = (db: Db, scope: ScopedGroupQuery) =>
  db
    .selectFrom('members')
    .innerJoin('marks', 'marks.member_id', 'members.id')
    .select(['members.group_id', 'marks.milestone'])
    .select(({ fn }) => fn.countAll<number>().as('marked'))
    .where('marks.marks', 'is not', null)
    .where('members.group_id', 'in', scope.select('groups.id'))
    .where(isCurrentMember)
    .groupBy(['members.group_id', 'marks.milestone'])
    .execute();
