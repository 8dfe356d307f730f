import type { Db } from '#server/db/tables.ts';

type NewPassword = {
  hash: string;
  /** Of a one-time password: until when it is good. */
  endsAt?: Date;
  /** Whoever sets it has shown that the address is theirs, at this instant. */
  confirmedAt?: Date;
  /** Sets nothing where the account has another hash by now. */
  instead?: string;
};

/** Sets an account's password; gives whose it is, undefined where nothing was set. Sessions and links are the caller's to end. */
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
