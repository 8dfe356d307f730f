import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import { getNetworkPrefix } from '#server/http/connections/get-network.ts';
import type { RequestOrigin } from '#server/http/serve.ts';
import { isKnownDevice } from './known-devices.ts';
import { formatWait, RateLimit } from './rate-limit.ts';

export type LoginAttempt = { email: string; origin: Pick<RequestOrigin, 'address'>; now: Date };

const minute = 60;
const hour = 60 * minute;

/** 300 students behind one address log in within ten minutes, each with two typing errors. */
const networkLimit = new RateLimit('login network', 700, 10 * minute);
const accountLimit = new RateLimit('login account', 100, hour);
const pairLimit = new RateLimit('login pair', 10, 15 * minute);
/** A stolen cookie is worth ten passwords a day, whatever other accounts log in on the device. */
const deviceLimit = new RateLimit('login device', 10, 24 * hour);

/** Returns the limits of an attempt on an unknown device, in the order in which their rows are locked. */
function listLimits(db: Db, { email, origin, now }: LoginAttempt) {
  const network = getNetworkPrefix(origin.address);
  const ofAccount = { where: 'for this account', use: { db, now, email } };
  return [
    { limit: networkLimit, key: network, where: 'from your network', use: { db, now } },
    { limit: accountLimit, key: email, ...ofAccount },
    { limit: pairLimit, key: `${email} ${network}`, ...ofAccount },
  ];
}

const isOnKnownDevice = async (db: Db, { email, now }: LoginAttempt, token?: string) =>
  token !== undefined && (await isKnownDevice(db, { email, token }, now));

/**
 * Throws `too-often` if no attempts are left, and otherwise returns the purpose of the hash. Only reads, so that a flood of
 * refused attempts writes nothing and waits for no lock.
 */
export async function requireLoginAttemptsLeft(db: Db, attempt: LoginAttempt, token?: string) {
  const { email, now } = attempt;
  const isKnown = await isOnKnownDevice(db, attempt, token);
  if (isKnown && (await deviceLimit.readWait(email, { db, now })) === 0)
    return 'login on a known device' as const;
  for (const { limit, key, where, use } of listLimits(db, attempt)) {
    const retryAfter = await limit.readWait(key, use);
    if (retryAfter > 0) throw tooOften(where, retryAfter);
  }
  return 'login' as const;
}

/**
 * Counts an attempt before the password is checked, and returns how to refund it if the password was correct or was
 * never checked. Failures of others do not count on a known device. Must run in a transaction. Throws `too-often`,
 * whether or not the account exists.
 */
export async function takeLoginAttempt(db: Db, attempt: LoginAttempt, token?: string) {
  const { email, now } = attempt;
  const ofDevice = { db, now, email };
  if (
    (await isOnKnownDevice(db, attempt, token)) &&
    (await deviceLimit.take(email, ofDevice)) === 0
  ) {
    const refund = async (trx: Db) => {
      await deviceLimit.reward(email, 1, { ...ofDevice, db: trx });
    };
    return { purpose: 'login on a known device', refund } as const;
  }
  for (const { limit, key, where, use } of listLimits(db, attempt)) {
    const retryAfter = await limit.take(key, use);
    if (retryAfter > 0) throw tooOften(where, retryAfter);
  }
  const refund = async (trx: Db) => {
    for (const { limit, key, use } of listLimits(trx, attempt)) await limit.reward(key, 1, use);
  };
  return { purpose: 'login', refund } as const;
}

/** Counts a wrong password entered outside the login form. Must run in a transaction. */
export async function countLoginFailure(db: Db, attempt: LoginAttempt): Promise<void> {
  for (const { limit, key, use } of listLimits(db, attempt)) await limit.penalty(key, 1, use);
}

/** Deletes the limits of an account. Must run in a transaction. */
export async function deleteAccountLimits(db: Db, email: string): Promise<void> {
  // In the order in which a login attempt locks the rows.
  for (const { keyPrefix: prefix } of [deviceLimit, accountLimit, pairLimit]) {
    const rows = db.deleteFrom('rate_limits').where('email', '=', email);
    await rows.where('name', 'like', `${prefix}:%`).execute();
  }
}

function tooOften(where: string, retryAfter: number): Problem {
  const message = `Too many failed attempts ${where}. Please try again in ${formatWait(retryAfter)}, or reset your password with “Forgotten your password?”.`;
  return new Problem('too-often', message, { retryAfter });
}
