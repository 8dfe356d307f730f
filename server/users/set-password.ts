import { lockUsers } from '#server/db/lock-rows.ts';
import type { Db } from '#server/db/tables.ts';
import { assignMembersToAccount } from '#server/groups/claims/claim-members.ts';
import { lockEmailAddresses } from '#server/groups/claims/lock-addresses.ts';

type NewPassword = {
  hash: string;
  endsAt?: Date;
  /** Time when the email address is confirmed. Set it only if the request proves that the caller owns the address. */
  confirmedAt?: Date;
  /** Expected hash of the current password. If set, the password changes only if the stored hash still matches. */
  instead?: string;
};

/**
 * Sets a password. With `confirmedAt`, also links the group members with the account's email address to the account.
 * Returns undefined if nothing was changed. Must run in a transaction. The caller must end the account's sessions and
 * invalidate its links.
 */
export async function setPassword(
  db: Db,
  userId: string,
  { hash, endsAt, confirmedAt, instead }: NewPassword,
): Promise<{ email: string; name: string; isNewlyConfirmed: boolean } | undefined> {
  const account = await lockUsers(db)
    .where('id', '=', userId)
    .$if(instead !== undefined, (query) => query.where('password_hash', '=', instead ?? ''))
    .returning(['email', 'name', 'email_confirmed_at'])
    .executeTakeFirst();
  if (!account) return undefined;
  const update = db
    .updateTable('users')
    .set((eb) => ({
      password_hash: hash,
      password_ends_at: endsAt?.toISOString() ?? null,
      ...(confirmedAt && {
        email_confirmed_at: eb.fn.coalesce('email_confirmed_at', eb.val(confirmedAt.toISOString())),
      }),
    }))
    .where('id', '=', userId);
  await update.execute();
  if (confirmedAt) {
    await lockEmailAddresses(db, [account.email]);
    const confirmed = { id: userId, email: account.email };
    await assignMembersToAccount({ trx: db, now: confirmedAt }, confirmed);
  }
  const { email, name, email_confirmed_at } = account;
  return {
    email,
    name,
    isNewlyConfirmed: confirmedAt !== undefined && email_confirmed_at === null,
  };
}
