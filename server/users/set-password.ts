import type { Db } from '#server/db/tables.ts';

type NewPassword = {
  hash: string;
  endsAt?: Date;
  /** Set when whoever sets it has shown that the address is theirs. */
  confirmedAt?: Date;
  /** Only where the account still has this hash. */
  instead?: string;
};

/** Undefined where nothing was set. Ending sessions and links is the caller's. */
export async function setPassword(
  db: Db,
  userId: string,
  { hash, endsAt, confirmedAt, instead }: NewPassword,
): Promise<{ email: string; name: string } | undefined> {
  return db
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
}
