import type { ExpressionBuilder, Updateable } from 'kysely';
import { rollKey } from '#contract/roll.ts';
import type { Db, Row, Tables } from '#server/db/tables.ts';
import type { Caller } from '#server/http/serve.ts';

/** What every change of a group writes beside itself, so that a later edit of the same version is refused. */
export const changed = (eb: ExpressionBuilder<Tables, 'groups'>, by: Caller, now: Date) => ({
  version: eb('version', '+', 1),
  changed_at: now.toISOString(),
  changed_by: by.userId,
});

/** Says that a group has changed where its own row did not. The caller holds its lock. */
export async function touchGroup(db: Db, groupId: string, by: Caller, now: Date): Promise<void> {
  await db
    .updateTable('groups')
    .set((eb) => changed(eb, by, now))
    .where('id', '=', groupId)
    .execute();
}

/** Writes columns of a group whose lock the caller holds. Throws the database's error for a name that is taken. */
export async function writeGroup(
  db: Db,
  groupId: string,
  values: Updateable<Tables['groups']>,
): Promise<void> {
  await db.updateTable('groups').set(values).where('id', '=', groupId).execute();
}

/**
 * Writes columns of a member of a group whose lock the caller holds. Throws the database's error for an email or roll
 * number that is a member's already.
 */
export async function writeMember(
  db: Db,
  memberId: string,
  values: Partial<Omit<Row<'members'>, 'id' | 'roll_key'>>,
): Promise<void> {
  await db
    .updateTable('members')
    .set({ ...values, ...(values.roll && { roll_key: rollKey(values.roll) }) })
    .where('id', '=', memberId)
    .execute();
}
