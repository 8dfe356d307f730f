import type { Db } from '#server/db/tables.ts';
import { createToken, hashToken } from '#server/session/tokens.ts';

const day = 24 * 3_600_000;
export const deviceLifetimeMs = 180 * day;
/** Maximum number of known devices per account. An additional device replaces the oldest. */
const maxDevices = 20;

type DeviceLogin = { email: string; token: string };

/** Returns true if the account has logged in on this device. Takes the same time for an unknown email address. */
export async function isKnownDevice(db: Db, { email, token }: DeviceLogin, now: Date) {
  const known = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('user_id')
    .where('users.email', '=', email)
    .where('token_hash', '=', hashToken(token))
    .where('last_login_at', '>', instant(now, -deviceLifetimeMs))
    .executeTakeFirst();
  return known !== undefined;
}

/**
 * Returns the device's new token after a login. It replaces the token for all accounts of the device, so that a stolen
 * copy becomes invalid. Must run in a transaction.
 */
export async function rememberDevice(
  db: Db,
  userId: string,
  presented: string | undefined,
  now: Date,
): Promise<string> {
  const token = createToken();
  if (presented !== undefined) {
    const replaceToken = db
      .updateTable('known_devices')
      .set({ token_hash: hashToken(token) })
      .where('token_hash', '=', hashToken(presented));
    await replaceToken.execute();
  }
  const last_login_at = now.toISOString();
  await db
    .insertInto('known_devices')
    .values({ token_hash: hashToken(token), user_id: userId, last_login_at })
    .onConflict((conflict) =>
      conflict.columns(['token_hash', 'user_id']).doUpdateSet({ last_login_at }),
    )
    .execute();
  await deleteOldest(db, userId);
  return token;
}

function deleteOldest(db: Db, userId: string): Promise<unknown> {
  const newest = db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('last_login_at', 'desc')
    .orderBy('token_hash')
    .limit(maxDevices);
  return db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', newest)
    .execute();
}

export async function deleteOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where((eb) =>
      eb.or([
        eb('last_login_at', '<', instant(now, -deviceLifetimeMs)),
        eb('last_login_at', '>', instant(now, deviceLifetimeMs)),
      ]),
    )
    .execute();
}

const instant = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
