import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, sql } from 'kysely';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import { selectLastPosition } from '#server/groups/add-group.ts';

/** Selects the revision of the group's viva. */
const selectVivaRevision = (eb: ExpressionBuilder<Tables, 'members'>, groupId: string) =>
  eb.selectFrom('groups').select('viva_revision').where('groups.id', '=', groupId);

type Member = DatabaseRow<'members'>;
type MovedRows = { from: string; to: string };
type Place = { groupId: string; ownDue: string };

/**
 * Adds a row in another group for each member, in their order, and returns the ids of both rows. The members must have
 * left their group, because nobody is in two groups of open cohorts.
 */
export async function addMovedMembers(
  db: Db,
  members: readonly Member[],
  { groupId, ownDue }: Place,
): Promise<MovedRows[]> {
  if (members.length === 0) return [];
  const moved = members.map(({ id }) => ({ from: id, to: randomUUID() }));
  const added = db.insertInto('members').values((eb) =>
    members.map((member, index) => ({
      ...member,
      id: moved[index]?.to ?? randomUUID(),
      group_id: groupId,
      position: sql<number>`${selectLastPosition(eb, groupId)} + ${index + 1}`,
      // An earlier viva of the group is not news for them.
      notified_viva_revision: selectVivaRevision(eb, groupId),
      deleted_at: null,
      left_at: null,
      own_due: ownDue,
    })),
  );
  await added.execute();
  return moved;
}

/** Links the departures of members who moved to their rows in the other group. */
export async function linkMovedMembers(
  db: Db,
  groupId: string,
  moved: readonly MovedRows[],
): Promise<void> {
  for (const { from, to } of moved) {
    const link = db.updateTable('departures').set({ moved_to_member: to });
    await link.where('group_id', '=', groupId).where('member_id', '=', from).execute();
  }
}
