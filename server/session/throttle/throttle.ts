import { Problem } from '#contract/problem.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { networkOf } from '#server/http/connections/network-of.ts';
import type { Origin } from '#server/http/serve.ts';
import { type BucketSize, giveBack, take, waitMs } from './bucket-level.ts';

export type Attempt = { email: string; origin: Pick<Origin, 'address'>; now: Date };

const second = 1000;
const minute = 60 * second;

/**
 * One account from everywhere, one network at all accounts, and both. The pace spreads the stock over half an hour,
 * so that the owner can get a token too; the stock bounds what can be guessed in days (decisions).
 */
export const limits = {
  account: { pace: { size: 50, refillMs: 600 }, stock: { size: 3000, refillMs: 3 * minute } },
  network: { pace: { size: 60, refillMs: 500 }, stock: { size: 3000, refillMs: 30 * second } },
  pair: { pace: { size: 10, refillMs: 3 * second }, stock: { size: 600, refillMs: 15 * minute } },
} as const satisfies Record<string, { pace: BucketSize; stock: BucketSize }>;

type Stored = Row<'login_throttles'>;
/** Over all networks `network` is empty, over all accounts `email`. */
type Key = Pick<Stored, 'email' | 'network'>;

/** In one order, so that no two attempts wait for one another's rows. */
function keysOf({ email, origin }: Attempt): Key[] {
  const network = networkOf(origin.address);
  return [
    { email, network: '' },
    { email: '', network },
    { email, network },
  ];
}

const limitsOf = ({ email, network }: Key) =>
  limits[network === '' ? 'account' : email === '' ? 'network' : 'pair'];

/** Throws `too-often`, whether the account exists or not. Writes nothing, for a flood of refused attempts. */
export async function requireTry(db: Db, attempt: Attempt): Promise<void> {
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

/** Before the password is checked, so that many at once gain nothing. Within a transaction. Throws `too-often`. */
export async function takeTry(db: Db, attempt: Attempt): Promise<void> {
  const stored = await lock(db, attempt);
  requireTokens(stored, attempt.now);
  await store(db, stored, attempt.now, take);
}

/** The password was right, or not checked. Within a transaction. */
export async function giveTryBack(db: Db, attempt: Attempt): Promise<void> {
  await store(db, await lock(db, attempt), attempt.now, giveBack);
}

/** For a password that was checked elsewhere than at the login. Within a transaction. */
export async function countFailure(db: Db, attempt: Attempt): Promise<void> {
  await store(db, await lock(db, attempt), attempt.now, take);
}

export async function clearFailures(db: Db, email: string): Promise<void> {
  // The account's own row first, as `takeTry` does.
  const ofAccount = db.deleteFrom('login_throttles').where('email', '=', email);
  await ofAccount.where('network', '=', '').execute();
  await ofAccount.execute();
}

export async function removeOldFailures(db: Db, now: Date): Promise<void> {
  const longest = Math.max(
    ...Object.values(limits).map(({ stock }) => stock.size * stock.refillMs),
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

/** Made where they are missing; locked until the transaction ends. */
async function lock(db: Db, attempt: Attempt): Promise<Stored[]> {
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
  change: (bucket: BucketSize, stored: number, now: number) => number,
): Promise<void> {
  const changed = (bucket: BucketSize, stored: string) =>
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
      waitMs(pace, Date.parse(row.pace_full_at), now.getTime()),
      waitMs(stock, Date.parse(row.stock_full_at), now.getTime()),
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
