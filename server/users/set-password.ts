import type { Db } from '#server/db/tables.ts';
import { claimMembers } from '#server/groups/claims/claim-members.ts';
import { lockAddresses } from '#server/groups/claims/lock-addresses.ts';

type NewPassword = {
  hash: string;
  endsAt?: Date;
  /** Set when whoever sets it has shown that the address is theirs. */
  confirmedAt?: Date;
  /** Only where the account still has this hash. */
  instead?: string;
};

/** Undefined where nothing was set. With `confirmedAt` the account claims its memberships. Ending sessions and links is the caller's. */
export async function setPassword(
  db: Db,
  userId: string,
  { hash, endsAt, confirmedAt, instead }: NewPassword,
): Promise<{ email: string; name: string } | undefined> {
  const account = await db
    .updateTable('users')
    .set((eb) => ({
      password_hash: hash,
      password_ends_at: endsAt?.toISOString() ?? null,
      ...(confirmedAt && {
        email_confirmed_at: eb.fn.coalesce('email_confirmed_at', eb.val(confirmedAt.toISOString())),
      }),
    }))
    .where('id', '=', userId)
    .$if(instead !== undefined, (query) => query.where('password_hash', '=', instead ?? ''))
    .returning(['email', 'name'])
    .executeTakeFirst();
  if (account && confirmedAt) {
    await lockAddresses(db, [account.email]);
    await claimMembers(db, { id: userId, email: account.email }, confirmedAt);
  }
  return account;
}
