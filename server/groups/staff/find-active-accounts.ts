import { isIdInJsonArray } from '#server/db/prepared-query.ts';
import type { Db } from '#server/db/tables.ts';

/** Returns the accounts that are not blocked. */
export const findActiveAccounts = (db: Db, accountIds: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where(isIdInJsonArray(db, 'id', JSON.stringify(accountIds)))
    .where('blocked_at', 'is', null)
    .execute();

export async function findActiveAccount(db: Db, accountId: string | null) {
  if (accountId === null) return undefined;
  const [account] = await findActiveAccounts(db, [accountId]);
  return account;
}
