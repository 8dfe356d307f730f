import type { ExpressionBuilder } from 'kysely';
import { Problem } from '#contract/problem.ts';
import { isPostgres } from '#server/db/migrate.ts';
import type { DatabaseRow, Db, Tables } from '#server/db/tables.ts';
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
  reserve: {
    pace: { size: 3, refillMs: 4 * 60 * minute },
    stock: { size: 3, refillMs: 4 * 60 * minute },
  },
} as const satisfies Record<string, { pace: TokenBucketSize; stock: TokenBucketSize }>;

type Stored = DatabaseRow<'login_throttles'>;
type Key = Pick<Stored, 'email' | 'network'>;
/** The throttles from which an attempt took its tokens. */
export type LoginTokens = readonly Key[];

/** Returns the keys of an attempt's throttles in ascending order. All locks use it, so that they cannot deadlock. */
function keysOf({ email, origin }: LoginAttempt): Key[] {
  const network = getNetworkPrefix(origin.address);
  return [
    { email: '', network },
    { email, network: '' },
    { email, network },
  ];
}

const reservePrefix = 'reserve ';

/**
 * Returns the key of attempts on one account from a network in which attempts on other accounts have used up the
 * tokens. Such attempts cannot use up this account's reserve.
 */
const getReserveKey = ({ email, origin }: LoginAttempt): Key => ({
  email,
  network: `${reservePrefix}${getNetworkPrefix(origin.address)}`,
});

const isNetworkRow = ({ email }: Key) => email === '';

function limitsOf(key: Key) {
  if (key.network === '') return loginLimits.account;
  if (isNetworkRow(key)) return loginLimits.network;
  return key.network.startsWith(reservePrefix) ? loginLimits.reserve : loginLimits.pair;
}

/** Throws `too-often` if no attempts are left, whether or not the account exists. Writes nothing. */
export async function requireLoginAttemptsLeft(db: Db, attempt: LoginAttempt): Promise<void> {
  await selectTokens(db, attempt, (keys) => read(db, keys));
}

/** Counts an attempt before the password is checked. Must run in a transaction. Throws `too-often`. */
export async function takeLoginAttempt(db: Db, attempt: LoginAttempt): Promise<LoginTokens> {
  const rows = await selectTokens(db, attempt, (keys) => lock(db, keys, attempt.now));
  await store(db, rows, attempt.now, takeFromBucket);
  return rows.map(({ email, network }) => ({ email, network }));
}

/**
 * Refunds an attempt. Call this if the password was correct or was never checked. Must run in a transaction. A throttle
 * without a row is full.
 */
export async function refundLoginAttempt(db: Db, tokens: LoginTokens, now: Date): Promise<void> {
  const rows = db
    .selectFrom('login_throttles')
    .selectAll()
    .where(hasKeyIn(tokens))
    .orderBy('email')
    .orderBy('network')
    // SQLite needs no lock, because it has only one writer at a time.
    .$if(isPostgres(db), (query) => query.forUpdate());
  await store(db, await rows.execute(), now, returnToBucket);
}

/** Counts a wrong password entered outside the login form. Must run in a transaction. */
export async function countLoginFailure(db: Db, attempt: LoginAttempt): Promise<void> {
  await store(db, await lock(db, keysOf(attempt), attempt.now), attempt.now, takeFromBucket);
}

/**
 * Returns the rows from which the attempt takes its tokens: with the reserve instead of the network, if attempts on other
 * accounts have used up the network's tokens. Throws `too-often`.
 */
async function selectTokens(
  db: Db,
  attempt: LoginAttempt,
  readRows: (keys: readonly Key[]) => Promise<Stored[]>,
): Promise<Stored[]> {
  const { now } = attempt;
  const rows = await readRows(keysOf(attempt));
  const [ofNetwork, ofAccount] = [rows.filter(isNetworkRow), rows.filter((r) => !isNetworkRow(r))];
  requireTokens(ofAccount, 'for this account', now);
  if (ofNetwork.every((row) => getWaitMs(row, now) === 0)) return rows;
  if (!(await hasAccount(db, attempt))) requireTokens(ofNetwork, 'from your network', now);
  const reserve = await readRows([getReserveKey(attempt)]);
  requireTokens(reserve, 'from your network', now);
  return [...ofAccount, ...reserve];
}

/** Unknown addresses have no reserve, because an attacker can invent any number of them. */
async function hasAccount(db: Db, { email }: LoginAttempt): Promise<boolean> {
  const account = db.selectFrom('users').select('id').where('email', '=', email);
  return (await account.executeTakeFirst()) !== undefined;
}

const read = (db: Db, keys: readonly Key[]): Promise<Stored[]> =>
  db.selectFrom('login_throttles').selectAll().where(hasKeyIn(keys)).execute();

const hasKeyIn = (keys: readonly Key[]) => (eb: ExpressionBuilder<Tables, 'login_throttles'>) =>
  eb.or(
    keys.map(({ email, network }) =>
      eb.and([eb('email', '=', email), eb('network', '=', network)]),
    ),
  );

/** Deletes the throttles of an account. Must run in a transaction. */
export async function deleteAccountThrottles(db: Db, email: string): Promise<void> {
  // Login attempts lock the account's row that counts all networks before its other rows. Delete that row first, to avoid
  // a deadlock.
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

/** Returns the throttles, creates missing ones, and locks all until the transaction ends. */
async function lock(db: Db, keys: readonly Key[], now: Date): Promise<Stored[]> {
  const at = now.toISOString();
  return db
    .insertInto('login_throttles')
    .values(keys.map((key) => ({ ...key, pace_full_at: at, stock_full_at: at })))
    .onConflict((conflict) =>
      conflict
        .columns(['email', 'network'])
        .doUpdateSet((eb) => ({ pace_full_at: eb.ref('login_throttles.pace_full_at') })),
    )
    .returningAll()
    .execute();
}

/** Stores the changed levels of locked rows. */
async function store(
  db: Db,
  rows: readonly Stored[],
  now: Date,
  change: (bucket: TokenBucketSize, stored: number, now: number) => number,
): Promise<void> {
  if (rows.length === 0) return;
  const changed = (bucket: TokenBucketSize, stored: string) =>
    instantOf(change(bucket, Date.parse(stored), now.getTime()));
  const values = rows.map(({ email, network, pace_full_at, stock_full_at }) => {
    const { pace, stock } = limitsOf({ email, network });
    return {
      email,
      network,
      pace_full_at: changed(pace, pace_full_at),
      stock_full_at: changed(stock, stock_full_at),
    };
  });
  const update = db
    .insertInto('login_throttles')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['email', 'network']).doUpdateSet((eb) => ({
        pace_full_at: eb.ref('excluded.pace_full_at'),
        stock_full_at: eb.ref('excluded.stock_full_at'),
      })),
    );
  await update.execute();
}

function getWaitMs(row: Stored, now: Date): number {
  const { pace, stock } = limitsOf(row);
  return Math.max(
    getBucketWaitMs(pace, Date.parse(row.pace_full_at), now.getTime()),
    getBucketWaitMs(stock, Date.parse(row.stock_full_at), now.getTime()),
  );
}

function requireTokens(rows: readonly Stored[], where: string, now: Date): void {
  for (const row of rows) {
    const ms = getWaitMs(row, now);
    if (ms > 0) throw tooOften(where, ms);
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
