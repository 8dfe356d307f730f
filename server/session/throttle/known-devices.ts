import type { Db } from '#server/db/tables.ts';
import { hashOf, newToken } from '#server/session/tokens.ts';

const day = 24 * 3_600_000;
export const knownForMs = 180 * day;
/** Wrong passwords in a row: all that a stolen cookie is good for. */
export const mostFailures = 10;
/** Of one account; a further one replaces the oldest. */
const mostDevices = 20;

type OnDevice = { email: string; token: string | undefined };

/** As quick for an email that nobody has. */
export async function isKnownDevice(db: Db, { email, token }: OnDevice, now: Date) {
  if (token === undefined) return false;
  const known = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('user_id')
    .where('users.email', '=', email)
    .where('token_hash', '=', hashOf(token))
    .where('failures', '<', mostFailures)
    .where('last_login_at', '>', instant(now, -knownForMs))
    .executeTakeFirst();
  return known !== undefined;
}

/** Before the password is checked, as `takeTry` does. False when none is left. */
export async function takeDeviceTry(db: Db, device: OnDevice): Promise<boolean> {
  const taken = await changeFailures(db, device, 1)
    .where('failures', '<', mostFailures)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** The password was right, or not checked. */
export async function giveDeviceTryBack(db: Db, device: OnDevice): Promise<void> {
  await changeFailures(db, device, -1).execute();
}

const changeFailures = (db: Db, { email, token = '' }: OnDevice, by: 1 | -1) =>
  db
    .updateTable('known_devices')
    .set((eb) => ({ failures: eb('failures', '+', by) }))
    .where('token_hash', '=', hashOf(token))
    .where('user_id', '=', (eb) => eb.selectFrom('users').select('id').where('email', '=', email));

/**
 * A token that another account, or somebody who failed, has used is replaced for all of the device's accounts, so
 * that a copy of it is worthless. Returns the cookie's token.
 */
export async function rememberDevice(
  db: Db,
  userId: string,
  shown: string | undefined,
  now: Date,
): Promise<string> {
  const lastLogin = { failures: 0, last_login_at: now.toISOString() };
  if (shown !== undefined) {
    const kept = await db
      .updateTable('known_devices')
      .set(lastLogin)
      .where('token_hash', '=', hashOf(shown))
      .where('user_id', '=', userId)
      .where('failures', '=', 0)
      .returning('user_id')
      .executeTakeFirst();
    if (kept) return shown;
  }
  const token = newToken();
  if (shown !== undefined) {
    const all = { token_hash: hashOf(token) };
    await db
      .updateTable('known_devices')
      .set(all)
      .where('token_hash', '=', hashOf(shown))
      .execute();
  }
  await db
    .insertInto('known_devices')
    .values({ token_hash: hashOf(token), user_id: userId, ...lastLogin })
    .onConflict((conflict) => conflict.columns(['token_hash', 'user_id']).doUpdateSet(lastLogin))
    .execute();
  await deleteOldest(db, userId);
  return token;
}

async function deleteOldest(db: Db, userId: string) {
  const newest = db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('last_login_at', 'desc')
    .orderBy('token_hash')
    .limit(mostDevices);
  await db
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', newest)
    .execute();
}

/** On a new password or role, and on a block. */
export async function deleteDevicesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

export async function removeOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where((eb) =>
      eb.or([
        eb('last_login_at', '<', instant(now, -knownForMs)),
        eb('last_login_at', '>', instant(now, knownForMs)),
      ]),
    )
    .execute();
}

const instant = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
