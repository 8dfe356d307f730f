import { Problem } from '#contract/problem.ts';
import type { Db, Row } from '#server/db/tables.ts';
import { networkOf } from '#server/http/connections/network-of.ts';
import type { Origin } from '#server/http/serve.ts';
import { type BucketSize, giveBack, take, waitMs } from './bucket-level.ts';

/** Who is trying a password, from where. */
export type Attempt = { email: string; origin: Pick<Origin, 'address'>; now: Date };

const second = 1000;
const minute = 60 * second;

/**
 * What strangers may guess at one account from everywhere, from one network at all accounts, and at one account from one
 * network. The pace keeps a guesser from using up the stock within seconds: for about half an hour a token comes often
 * enough for somebody else to get one. The stock bounds what can be guessed in days (decisions).
 */
export const limits = {
  account: { pace: { size: 50, refillMs: 600 }, stock: { size: 3000, refillMs: 3 * minute } },
  network: { pace: { size: 60, refillMs: 500 }, stock: { size: 3000, refillMs: 30 * second } },
  pair: { pace: { size: 10, refillMs: 3 * second }, stock: { size: 600, refillMs: 15 * minute } },
} as const satisfies Record<string, { pace: BucketSize; stock: BucketSize }>;

type Stored = Row<'login_throttles'>;
/** Of an email over all networks the network is empty, and the reverse. */
type Key = Pick<Stored, 'email' | 'network'>;

/** Always in this order, so that no two attempts wait for one another's rows. */
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

/**
 * Throws `too-often` when a stranger's password would not be looked at now; whether the account exists makes no
 * difference. It only reads, so that a flood of attempts that are refused writes nothing.
 */
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

/** Takes a try before the password is looked at, so that many at once are no more than one after the other. Throws `too-often`. */
export async function takeTry(db: Db, attempt: Attempt): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const stored = await lock(trx, attempt);
    requireTokens(stored, attempt.now);
    await store(trx, stored, attempt.now, take);
  });
}

/** The password was right, or was not looked at: the try costs nothing. Within a transaction. */
export async function giveTryBack(db: Db, attempt: Attempt): Promise<void> {
  await store(db, await lock(db, attempt), attempt.now, giveBack);
}

/** Counts a wrong password that was given where other limits hold than at the login. Within a transaction. */
export async function countFailure(db: Db, attempt: Attempt): Promise<void> {
  await store(db, await lock(db, attempt), attempt.now, take);
}

/** A new password: what was guessed before counts no more for the account. */
export async function clearFailures(db: Db, email: string): Promise<void> {
  // The account's own row first, as whoever takes a try does.
  const ofAccount = db.deleteFrom('login_throttles').where('email', '=', email);
  await ofAccount.where('network', '=', '').execute();
  await ofAccount.execute();
}

/** Removes what holds nobody up any more, and what a clock that was far ahead has left. */
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

/** The rows of an attempt, made where they are missing, locked until the transaction ends. */
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
