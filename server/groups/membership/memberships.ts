import { type ExpressionBuilder, sql } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { isDuplicateMemberError } from '#server/groups/duplicate-member.ts';

type Departure = {
  groupId: string;
  leftOn: string;
  reason: string;
  movedTo: string | null;
  /** The member's row in the group to which they moved. Omitted if there is none. */
  movedToMember?: string;
};

/**
 * The group of a member, whether they have left it, and all groups that they have left. A position that another member
 * has is replaced by the next one.
 */
export type Membership = {
  memberId: string;
  groupId: string;
  position: number;
  leftAt: string | null;
  /** Until when a member who joined late submits their own files. Omitted if there is no such date. */
  ownDue?: string;
  departures: Departure[];
};

/** Returns the memberships in a fixed order, so that two states can be compared. */
export async function readMemberships(db: Db, memberIds: readonly string[]): Promise<Membership[]> {
  const ids = JSON.stringify(memberIds);
  const [members, departures] = await Promise.all([
    db
      .selectFrom('members')
      .select(['id', 'group_id', 'position', 'left_at', 'own_due'])
      .where(isIdInJsonArray(db, 'id', ids))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('departures')
      .selectAll()
      .where(isIdInJsonArray(db, 'member_id', ids))
      .orderBy('group_id')
      .execute(),
  ]);
  const departuresOf = Map.groupBy(departures, ({ member_id }) => member_id);
  return members.map(({ id, group_id, position, left_at, own_due }) => ({
    memberId: id,
    groupId: group_id,
    position,
    leftAt: left_at,
    ...(own_due !== null && { ownDue: own_due }),
    departures: (departuresOf.get(id) ?? []).map((row) => ({
      groupId: row.group_id,
      leftOn: row.left_on,
      reason: row.reason,
      movedTo: row.moved_to,
      ...(row.moved_to_member !== null && { movedToMember: row.moved_to_member }),
    })),
  }));
}

/** Copies name, contact and account from one row of a person to another, former one. */
export async function copyPerson(db: Db, { from, to }: { from: string; to: string }) {
  const person = await db
    .selectFrom('members')
    .select(['name', 'father_name', 'roll', 'roll_key', 'email', 'phone', 'user_id', 'left_by'])
    .where('id', '=', from)
    .executeTakeFirstOrThrow();
  await db.updateTable('members').set(person).where('id', '=', to).execute();
}

/** Writes memberships of locked groups, those that end first. Throws `already-in-group` if a person is in another group of an open cohort. */
export async function writeMemberships(db: Db, memberships: readonly Membership[]): Promise<void> {
  try {
    // A person who moves has a row in each group, of which only one may be current.
    const endingFirst = memberships.toSorted(
      (a, b) => Number(a.leftAt === null) - Number(b.leftAt === null),
    );
    for (const membership of endingFirst) await writeMembership(db, membership);
  } catch (error) {
    if (!isDuplicateMemberError(error)) throw error;
    const message =
      'Nothing was changed: a member is now in another group of an open session. A student can be in one group only.';
    throw new Problem('already-in-group', message);
  }
}

async function writeMembership(db: Db, membership: Membership): Promise<void> {
  const { memberId, groupId, position, leftAt, ownDue = null } = membership;
  // The trigger for summaries of groups fires because `group_id` is set, even if it does not change.
  const member = db
    .updateTable('members')
    .set((eb) => ({
      group_id: groupId,
      position: eb
        .case()
        .when(eb.exists(selectMemberAt(eb, membership)))
        .then(selectNextPosition(eb, groupId))
        .else(position)
        .end(),
      left_at: leftAt,
      deleted_at: leftAt,
      own_due: ownDue,
    }))
    .where('id', '=', memberId);
  const earlier = db.deleteFrom('departures').where('member_id', '=', memberId);
  const departures = membership.departures.map((departure) => ({
    member_id: memberId,
    group_id: departure.groupId,
    left_on: departure.leftOn,
    reason: departure.reason,
    moved_to: departure.movedTo,
    moved_to_member: departure.movedToMember ?? null,
  }));
  const added = db.insertInto('departures').values(departures);
  await member.execute();
  await earlier.execute();
  if (departures.length > 0) await added.execute();
}

/** Selects another member who has the position of this membership. */
const selectMemberAt = (
  { selectFrom }: ExpressionBuilder<Tables, 'members'>,
  { memberId, groupId, position }: Membership,
) =>
  selectFrom('members as other')
    .select('other.id')
    .where('other.group_id', '=', groupId)
    .where('other.position', '=', position)
    .where('other.id', '!=', memberId);

const selectNextPosition = (
  { selectFrom }: ExpressionBuilder<Tables, 'members'>,
  groupId: string,
) =>
  selectFrom('members as last')
    .select((eb) => sql<number>`${eb.fn.max('last.position')} + 1`.as('position'))
    .where('last.group_id', '=', groupId);
