import type { Db } from '#server/db/tables.ts';
import { type StaffedGroup, staffParts } from './staff-changes.ts';

/** Returns a group in the bin with the accounts of its staff at the time of its deletion, read from its history. */
export async function findStaffBeforeBin(db: Db, group: StaffedGroup): Promise<StaffedGroup> {
  const history = await db
    .selectFrom('changes')
    .select(['field', 'value_from'])
    .where('group_id', '=', group.id)
    .where('part', '=', 'group')
    .orderBy('sequence', 'desc')
    .execute();
  const deletion = history.findIndex(({ field }) => field === 'place');
  const sinceDeletion = history.slice(0, Math.max(deletion, 0));
  const before = { ...group };
  for (const part of staffParts) {
    const first = sinceDeletion.findLast(({ field }) => field === `${part}_account`);
    if (first) before[`${part}_id`] = await findAccountId(db, first.value_from);
  }
  return before;
}

async function findAccountId(db: Db, email: string | null): Promise<string | null> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return account?.id ?? null;
}
