import { Problem } from '#contract/problem.ts';
import type { DatabaseRow, Db } from '#server/db/tables.ts';
import { getNetworkPrefix } from '#server/http/connections/get-network.ts';
import type { RequestOrigin } from '#server/http/serve.ts';
import {
  getBucketWaitMs,
  returnToBucket,
  type TokenBucketSize,
  takeFromBucket,
} from './bucket-level.ts';

export type LoginAttempt = { email: string; origin: Pick<RequestOrigin, 'address'>; now: Date };

const second = 1000;
const minute = 60 * second;

/** `pace` limits bursts of attempts, and refills within a minute. `stock` limits attempts over one or more days. */
export const loginLimits = {
  account: { pace: { size: 50, refillMs: 600 }, stock: { size: 3000, refillMs: 3 * minute } },
  network: { pace: { size: 60, refillMs: 500 }, stock: { size: 3000, refillMs: 30 * second } },
  pair: { pace: { size: 10, refillMs: 3 * second }, stock: { size: 600, refillMs: 15 * minute } },
} as const satisfies Record<string, { pace: TokenBucketSize; stock: TokenBucketSize }>;

type Stored = DatabaseRow<'login_throttles'>;
type Key = Pick<Stored, 'email' | 'network'>;

/** Returns the keys of an attempt's throttles in a fixed order, so that concurrent attempts cannot deadlock. */
function keysOf({ email, origin }: LoginAttempt): Key[] {
  const network = getNetworkPrefix(origin.address);
  return [
    { email, network: '' },
    { email: '', network },
    { email, network },
  ];
}

const limitsOf = ({ email, network }: Key) =>
  loginLimits[network === '' ? 'account' : email === '' ? 'network' : 'pair'];

/** Throws `too-often` if no attempts are left, whether or not the account exists. Writes nothing. */
export async function requireLoginAttemptsLeft(db: Db, attempt: LoginAttempt): Promise<void> {
  const stored = await db
    .selectFrom('login_throttles')
    .selectAll()
    .where((eb) =>
      eb.or(
        keysOf(attempt).map(({ email, network }) =>
          eb.and([eb('email', '=', email), eb('network', '=', network)]),
        ),
      ),
    )
    .execute();
  requireTokens(stored, attempt.now);
}

/** Counts an attempt before the password is checked. Must run in a transaction. Throws `too-often`. */
export async function takeLoginAttempt(db: Db, attempt: LoginAttempt): Promise<void> {
  const stored = await lock(db, attempt);
  requireTokens(stored, attempt.now);
  await store(db, stored, attempt.now, takeFromBucket);
}

/** Refunds an attempt. Call this if the password was correct or was never checked. Must run in a transaction. */
export async function refundLoginAttempt(db: Db, attempt: LoginAttempt): Promise<void> {
  await store(db, await lock(db, attempt), attempt.now, returnToBucket);
}

/** Counts a wrong password entered outside the login form. Must run in a transaction. */
export async function countLoginFailure(db: Db, attempt: LoginAttempt): Promise<void> {
  await store(db, await lock(db, attempt), attempt.now, takeFromBucket);
}

export async function deleteAccountThrottles(db: Db, email: string): Promise<void> {
  // Login attempts first lock the account's row that counts all networks. Delete that row first, to avoid a deadlock.
  const accountRows = db.deleteFrom('login_throttles').where('email', '=', email);
  await accountRows.where('network', '=', '').execute();
  await accountRows.execute();
}

export async function deleteExpiredThrottles(db: Db, now: Date): Promise<void> {
  const longest = Math.max(
    ...Object.values(loginLimits).map(({ stock }) => stock.size * stock.refillMs),
  );
  await db
    .deleteFrom('login_throttles')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('pace_full_at', '<', now.toISOString()),
          eb('stock_full_at', '<', now.toISOString()),
        ]),
        eb('stock_full_at', '>', instantOf(now.getTime() + 2 * longest)),
      ]),
    )
    .execute();
}

/** Returns the throttles of an attempt, creates missing ones, and locks all until the transaction ends. */
async function lock(db: Db, attempt: LoginAttempt): Promise<Stored[]> {
  const now = attempt.now.toISOString();
  return db
    .insertInto('login_throttles')
    .values(keysOf(attempt).map((key) => ({ ...key, pace_full_at: now, stock_full_at: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'network'])
        .doUpdateSet((eb) => ({ pace_full_at: eb.ref('login_throttles.pace_full_at') })),
    )
    .returningAll()
    .execute();
}

async function store(
  db: Db,
  rows: readonly Stored[],
  now: Date,
  change: (bucket: TokenBucketSize, stored: number, now: number) => number,
): Promise<void> {
  const changed = (bucket: TokenBucketSize, stored: string) =>
    instantOf(change(bucket, Date.parse(stored), now.getTime()));
  for (const { email, network, pace_full_at, stock_full_at } of rows) {
    const { pace, stock } = limitsOf({ email, network });
    await db
      .updateTable('login_throttles')
      .set({
        pace_full_at: changed(pace, pace_full_at),
        stock_full_at: changed(stock, stock_full_at),
      })
      .where('email', '=', email)
      .where('network', '=', network)
      .execute();
  }
}

function requireTokens(rows: readonly Stored[], now: Date): void {
  for (const row of rows) {
    const { pace, stock } = limitsOf(row);
    const ms = Math.max(
      getBucketWaitMs(pace, Date.parse(row.pace_full_at), now.getTime()),
      getBucketWaitMs(stock, Date.parse(row.stock_full_at), now.getTime()),
    );
    if (ms > 0) throw tooOften(row.email === '' ? 'from your network' : 'for this account', ms);
  }
}

function tooOften(where: string, ms: number): Problem {
  const retryAfter = Math.ceil(ms / second);
  const time =
    retryAfter > 60
      ? `${Math.ceil(retryAfter / 60)} minutes`
      : `${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`;
  const message = `Too many failed attempts ${where}. Please try again in ${time}, or choose a new password by “Forgotten your password?”.`;
  return new Problem('too-often', message, { retryAfter });
}

const instantOf = (ms: number) => new Date(ms).toISOString();
