import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';
import type { MovedMember } from '#server/documents/move-member-files.ts';
import { type Membership, readMemberships } from '#server/groups/membership/memberships.ts';

/** Everything that a change of people writes and an undo restores. */
export type PeopleState = {
  members: Membership[];
  groups: { groupId: string; isInBin: boolean }[];
  /** Rows of members who moved, with the milestones whose marks were copied. Omitted by versions in which a move kept the row. */
  moved?: (MovedMember & { copied?: string[] })[];
  /** Only for a change of the supervisor. */
  supervisor?: { name: string; accountId: string | null };
};

export type StateScope = {
  memberIds: readonly string[];
  groupIds: readonly string[];
  /** The group whose supervisor belongs to the state. */
  supervisorOf?: string | undefined;
};

export async function readPeopleState(
  db: Db,
  { memberIds, groupIds, supervisorOf }: StateScope,
): Promise<PeopleState> {
  const [members, groups] = await Promise.all([
    readMemberships(db, memberIds),
    db
      .selectFrom('groups')
      .select(['id', 'deleted_at', 'supervisor', 'supervisor_id'])
      .where(isIdInJsonArray(db, 'id', JSON.stringify(groupIds)))
      .orderBy('id')
      .execute(),
  ]);
  const supervised = groups.find(({ id }) => id === supervisorOf);
  return {
    members,
    groups: groups.map(({ id, deleted_at }) => ({ groupId: id, isInBin: deleted_at !== null })),
    ...(supervised && {
      supervisor: { name: supervised.supervisor, accountId: supervised.supervisor_id },
    }),
  };
}
