import type { Db } from '#server/db/tables.ts';
import { hashOf, newToken } from '#server/session/tokens.ts';

const day = 24 * 3_600_000;
/** A device on which an account has not logged in for so long is a stranger's. */
export const knownForMs = 180 * day;
/** So are those with so many wrong passwords in a row: all that a stolen cookie is good for. */
export const mostFailures = 10;
/** Of one account; with a further one the oldest is forgotten. */
const mostDevices = 20;

/** The device that shows this token, trying to log in to the account with this email. */
type OnDevice = { email: string; token: string | undefined };

/** Whether the account has logged in on this device before; as quick for an email that nobody has. */
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

/**
 * Takes one of a known device's tries before the password is looked at, so that many at once are no more than one after
 * the other. False when there is none left.
 */
export async function takeDeviceTry(db: Db, device: OnDevice): Promise<boolean> {
  const taken = await changeFailures(db, device, 1)
    .where('failures', '<', mostFailures)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** The password was right, or was not looked at: the try costs nothing. */
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
 * Makes the device known after a right password, and gives the token for its cookie. Where another account, or somebody who
 * failed, has shown the present token before, it is replaced for all accounts of the device: whoever has a copy of it has
 * nothing any more.
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

/** Makes every device of a user a stranger's: on a new password or role, and with a block. */
export async function deleteDevicesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Removes what is known no longer, and what a clock that was far ahead has left. */
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
