import type { FormerMember, FullMember } from '#contract/groups.ts';
import { isIdInJsonArray, prepareQuery } from '#server/db/prepared-query.ts';

/** Selects the former members of the groups with these ids, a JSON array, in the order in which they left. */
export const readFormerMembers = prepareQuery((db, { ids }: { ids: string }) =>
  db
    .selectFrom('departures')
    .innerJoin('members', 'members.id', 'departures.member_id')
    .leftJoin('groups as target', 'target.id', 'departures.moved_to')
    .select(['members.id', 'members.group_id', 'members.name', 'members.father_name'])
    .select(['members.roll', 'members.email', 'members.phone', 'members.user_id'])
    .select(['departures.group_id as former_group_id', 'departures.left_on', 'departures.reason'])
    .select('target.name as moved_to')
    .where(isIdInJsonArray(db, 'departures.group_id', ids))
    .orderBy('departures.left_on')
    .orderBy('members.position')
    .orderBy('members.id'),
);

export type FormerMemberRow = Awaited<ReturnType<typeof readFormerMembers>>[number];

/** Returns the entries for `FullGroup`. `toFullMember` is called only for those whose marks are still in this group. */
export const toFormerMembers = (
  rows: readonly FormerMemberRow[],
  toFullMember: (row: FormerMemberRow) => FullMember,
): FormerMember[] =>
  rows.map((row) => ({
    _id: row.id,
    name: row.name,
    roll: row.roll,
    leftOn: row.left_on,
    reason: row.reason,
    movedTo: row.moved_to,
    member: row.group_id === row.former_group_id ? toFullMember(row) : null,
  }));
