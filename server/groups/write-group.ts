import type { ExpressionBuilder, Updateable } from 'kysely';
import { rollKey } from '#contract/rules/roll.ts';
import { compiledOnce } from '#server/db/compile-once.ts';
import type { Db, Row, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';
import { writeSearchKeys } from './search-key.ts';

const searched = {
  group: ['name', 'title', 'supervisor', 'external_examiner'],
  member: ['name', 'email', 'roll'],
};

/** Written with every change, so that a later edit of the same version is refused. */
export const changed = (eb: ExpressionBuilder<Tables, 'groups'>, by: Caller, now: Date) =>
  changedBy(eb, by.userId, now.toISOString());

const changedBy = (eb: ExpressionBuilder<Tables, 'groups'>, userId: string, at: string) => ({
  version: eb('version', '+', 1),
  changed_at: at,
  changed_by: userId,
});

/** For a change outside the group's own row. The caller holds its lock. */
export async function touchGroup(db: Db, groupId: string, by: Caller, now: Date): Promise<void> {
  await touch(db, { groupId, userId: by.userId, at: now.toISOString() });
}

const touch = compiledOnce((db, touched: { groupId: string; userId: string; at: string }) =>
  db
    .updateTable('groups')
    .set((eb) => changedBy(eb, touched.userId, touched.at))
    .where('id', '=', touched.groupId),
);

/** The caller holds the lock. Throws the database's error for a name that is taken. */
export async function writeGroup(
  db: Db,
  groupId: string,
  values: Updateable<Tables['groups']>,
): Promise<void> {
  await db.updateTable('groups').set(values).where('id', '=', groupId).execute();
  if (searched.group.some((name) => name in values)) await writeSearchKeys(db, [groupId]);
}

/** The caller holds the group's lock. Throws the database's error for an email or roll that a member has. */
export async function writeMember(
  db: Db,
  memberId: string,
  values: Partial<Omit<Row<'members'>, 'id' | 'roll_key'>>,
): Promise<void> {
  const { group_id } = await db
    .updateTable('members')
    .set({ ...values, ...(values.roll && { roll_key: rollKey(values.roll) }) })
    .where('id', '=', memberId)
    .returning('group_id')
    .executeTakeFirstOrThrow();
  if (searched.member.some((name) => name in values)) await writeSearchKeys(db, [group_id]);
}

/**
 * Lets members exchange emails and rolls in one save. The unique indexes are checked after each row, so the old values
 * give way to the row's own id first, and only the final values can collide. The caller writes those next.
 */
export async function releaseUniqueValues(
  db: Db,
  writes: readonly { id: string; values: { email?: string; roll?: string } }[],
): Promise<void> {
  for (const { id, values } of writes) {
    const released = { ...(values.email && { email: id }), ...(values.roll && { roll_key: id }) };
    if (Object.keys(released).length === 0) continue;
    await db.updateTable('members').set(released).where('id', '=', id).execute();
  }
}
