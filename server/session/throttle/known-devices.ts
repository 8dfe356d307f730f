import type { Db } from '#server/db/tables.ts';
import { createToken, hashToken } from '#server/session/tokens.ts';

const day = 24 * 3_600_000;
export const deviceLifetimeMs = 180 * day;
/** Maximum number of consecutive wrong passwords from a known device. It limits the value of a stolen cookie. */
export const maxDeviceLoginFailures = 10;
/** Maximum number of known devices per account. An additional device replaces the oldest. */
const maxDevices = 20;

type DeviceLogin = { email: string; token: string | undefined };

/** Returns true if the account has logged in on this device. Takes the same time for an unknown email address. */
export async function isKnownDevice(db: Db, { email, token }: DeviceLogin, now: Date) {
  if (token === undefined) return false;
  const known = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('user_id')
    .where('users.email', '=', email)
    .where('token_hash', '=', hashToken(token))
    .where('failures', '<', maxDeviceLoginFailures)
    .where('last_login_at', '>', instant(now, -deviceLifetimeMs))
    .executeTakeFirst();
  return known !== undefined;
}

/** Counts a login attempt before the password is checked. Returns false if no attempts are left. */
export async function takeDeviceLoginAttempt(db: Db, device: DeviceLogin): Promise<boolean> {
  const taken = await changeFailures(db, device, 1)
    .where('failures', '<', maxDeviceLoginFailures)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Refunds a login attempt. Call this if the password was correct or was never checked. */
export async function refundDeviceLoginAttempt(db: Db, device: DeviceLogin): Promise<void> {
  await changeFailures(db, device, -1).execute();
}

const changeFailures = (db: Db, { email, token = '' }: DeviceLogin, by: 1 | -1) =>
  db
    .updateTable('known_devices')
    .set((eb) => ({ failures: eb('failures', '+', by) }))
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', email));

/**
 * Returns the device's token after a login. Replaces the token for all accounts of the device if the account is new on the
 * device, or if a login to it from there has failed since its last login, so that a stolen copy becomes invalid. Must run
 * in a transaction.
 */
export async function rememberDevice(
  db: Db,
  userId: string,
  presented: string | undefined,
  now: Date,
): Promise<string> {
  const lastLogin = { failures: 0, last_login_at: now.toISOString() };
  if (presented !== undefined) {
    const remaining = await db
      .updateTable('known_devices')
      .set(lastLogin)
      .where('token_hash', '=', hashToken(presented))
      .where('user_id', '=', userId)
      .where('failures', '=', 0)
      .returning('user_id')
      .executeTakeFirst();
    if (remaining) return presented;
  }
  const token = createToken();
  if (presented !== undefined) {
    const replaceToken = db
      .updateTable('known_devices')
      .set({ token_hash: hashToken(token) })
      .where('token_hash', '=', hashToken(presented));
    await replaceToken.execute();
  }
  const add = db
    .insertInto('known_devices')
    .values({ token_hash: hashToken(token), user_id: userId, ...lastLogin })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet(lastLogin));
  await add.execute();
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
