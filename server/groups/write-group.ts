import type { ExpressionBuilder, Updateable } from 'kysely';
import { toRollKey } from '#contract/rules/roll.ts';
import { prepareQuery } from '#server/db/prepared-query.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
import type { WriteContext } from '#server/db/write-context.ts';
import { writeGroupSearchKeys } from './search-key.ts';

const searched = {
  group: ['name', 'title', 'supervisor', 'external_examiner'],
  member: ['name', 'email', 'roll'],
};

/** Returns the columns that every change to a group sets. Edits based on an older `version` are then rejected. */
export const getGroupChangeMetadata = (
  eb: ExpressionBuilder<Tables, 'groups'>,
  { caller, now }: Pick<WriteContext, 'caller' | 'now'>,
) => changedBy(eb, caller.userId, now.toISOString());

const changedBy = (eb: ExpressionBuilder<Tables, 'groups'>, userId: string, at: string) => ({
  version: eb('version', '+', 1),
  changed_at: at,
  changed_by: userId,
});

/** Updates a locked group's version and change time after a write to another table. */
export async function incrementGroupVersion(
  { trx, caller, now }: WriteContext,
  groupId: string,
): Promise<void> {
  await touch(trx, { groupId, userId: caller.userId, at: now.toISOString() });
}

const touch = prepareQuery((db, touched: { groupId: string; userId: string; at: string }) =>
  db
    .updateTable('groups')
    .set((eb) => changedBy(eb, touched.userId, touched.at))
    .where('id', '=', touched.groupId),
);

/** Updates a locked group and its search key. The transaction throws the database's error if the name is taken. */
export async function writeGroup(
  db: Db,
  groupId: string,
  values: Updateable<Tables['groups']>,
): Promise<void> {
  await db.updateTable('groups').set(values).where('id', '=', groupId).execute();
  if (searched.group.some((name) => name in values)) await writeGroupSearchKeys(db, [groupId]);
}

type MemberValues = Partial<Omit<DatabaseRow<'members'>, 'id' | 'roll_key'>>;

/** Updates a member of a locked group and the group's search key. Throws the database's error for a duplicate value. */
export async function writeMember(
  db: Db,
  { id, group_id }: Pick<DatabaseRow<'members'>, 'id' | 'group_id'>,
  values: MemberValues,
): Promise<void> {
  await updateMember(db, id, values);
  if (searched.member.some((name) => name in values)) await writeGroupSearchKeys(db, [group_id]);
}

/** Updates a member in one statement. The caller must then update the group's search key. */
export const updateMember = (db: Db, id: string, values: MemberValues): Promise<unknown> =>
  db
    .updateTable('members')
    .set({ ...values, ...(values.roll && { roll_key: toRollKey(values.roll) }) })
    .where('id', '=', id)
    .execute();

/** Records that members of a locked group were notified of its viva record. */
export async function setNotifiedVivaRevision(
  db: Db,
  memberIds: readonly string[],
  revision: number,
): Promise<void> {
  const update = db
    .updateTable('members')
    .set({ notified_viva_revision: revision })
    .where('id', 'in', memberIds)
    .where('notified_viva_revision', '!=', revision);
  await update.execute();
}

/**
 * Temporarily replaces emails and roll numbers, so that members can swap them despite the unique indexes. The caller
 * must hold the lock on the group and then write the final values.
 */
export async function setMemberSwapPlaceholders(
  db: Db,
  edits: readonly { before: DatabaseRow<'members'>; values: MemberValues }[],
): Promise<void> {
  for (const { before, values } of edits) {
    const otherEdits = edits.filter((other) => other.before.id !== before.id);
    const isWanted = (column: 'email' | 'roll', keyOf: (value: string) => string) =>
      values[column] !== undefined &&
      otherEdits.some((other) => {
        const wanted = other.values[column];
        return wanted !== undefined && keyOf(wanted) === keyOf(before[column]);
      });
    const parked = {
      ...(isWanted('email', (email) => email) && { email: `parked-${before.id}` }),
      ...(isWanted('roll', toRollKey) && { roll_key: `parked-${before.id}` }),
    };
    if (Object.keys(parked).length === 0) continue;
    await db.updateTable('members').set(parked).where('id', '=', before.id).execute();
  }
}
