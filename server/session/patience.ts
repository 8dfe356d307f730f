import { isIPv6 } from 'node:net';
import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import type { Origin } from '#server/http/serve.ts';

/** Who is logging in, from where. */
type Attempt = { email: string; origin: Pick<Origin, 'address'>; now: Date };

const second = 1000;
const hour = 3600 * second;

/** Failures that cost nothing, and the longest wait after more of them. */
const ofAccount = { free: 5, longestMs: 900 * second };
/** Generous, since a campus shares an address: it slows whoever tries one password on everybody. */
const ofNetwork = { free: 300, longestMs: 30 * second, countedForMs: hour };

/** Throws `too-often` while the account, or the network, must wait; whether the account exists makes no difference. */
export async function requirePatience(db: Db, { email, origin, now }: Attempt): Promise<void> {
  const account = await db
    .selectFrom('login_failures')
    .select('retry_at')
    .where('email', '=', email)
    .where('retry_at', '>', now.toISOString())
    // A longer wait than there is was written by a clock that was ahead.
    .where('retry_at', '<=', after(now, ofAccount.longestMs))
    .executeTakeFirst();
  if (account) throw tooOften('for this account', account.retry_at, now);
  const network = await db
    .selectFrom('network_failures')
    .select('retry_at')
    .where('network', '=', networkOf(origin.address))
    .where('retry_at', '>', now.toISOString())
    .where('retry_at', '<=', after(now, ofNetwork.longestMs))
    .executeTakeFirst();
  if (network) throw tooOften('from your network', network.retry_at, now);
}

/**
 * Counts a failure against the account and the network, in a transaction. Of guesses at once each sees what those before
 * it have counted: throws `too-often` when they made it wait meanwhile.
 */
export async function countFailure(db: Db, attempt: Attempt): Promise<void> {
  await lockFailures(db, attempt);
  await requirePatience(db, attempt);
  await countOfAccount(db, attempt);
  await countOfNetwork(db, attempt);
}

async function lockFailures(db: Db, { email, now }: Attempt): Promise<void> {
  await db
    .insertInto('login_failures')
    .values({ email, failures: 0, retry_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet((eb) => ({ failures: eb.ref('login_failures.failures') })),
    )
    .execute();
}

async function countOfAccount(db: Db, { email, now }: Attempt) {
  const { failures } = await db
    .updateTable('login_failures')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('email', '=', email)
    .returning('failures')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('login_failures')
    .set({ retry_at: after(now, waitAfter(failures, ofAccount)) })
    .where('email', '=', email)
    .execute();
}

async function countOfNetwork(db: Db, { origin, now }: Attempt) {
  const network = networkOf(origin.address);
  const since = now.toISOString();
  await db
    .deleteFrom('network_failures')
    .where('network', '=', network)
    .where((eb) =>
      eb.or([eb('since', '<', after(now, -ofNetwork.countedForMs)), eb('since', '>', since)]),
    )
    .execute();
  const { failures } = await db
    .insertInto('network_failures')
    .values({ network, failures: 1, since, retry_at: since })
    .onConflict((conflict) =>
      conflict
        .column('network')
        .doUpdateSet((eb) => ({ failures: eb('network_failures.failures', '+', 1) })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('network_failures')
    .set({ retry_at: after(now, waitAfter(failures, ofNetwork)) })
    .where('network', '=', network)
    .execute();
}

/** The right password, or a new one: what was guessed before counts no more for the account. */
export async function forgetFailures(db: Db, email: string): Promise<void> {
  await db.deleteFrom('login_failures').where('email', '=', email).execute();
}

/** Removes what makes nobody wait any more, and what a clock that was far ahead has left. */
export async function removeOldFailures(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('login_failures')
    .where((eb) =>
      eb.or([
        eb('retry_at', '<', after(now, -24 * hour)),
        eb('retry_at', '>', after(now, 24 * hour)),
      ]),
    )
    .execute();
  await db
    .deleteFrom('network_failures')
    .where((eb) =>
      eb.or([
        eb('since', '<', after(now, -ofNetwork.countedForMs)),
        eb('since', '>', after(now, ofNetwork.countedForMs)),
      ]),
    )
    .execute();
}

/** After the free ones each further failure doubles the wait: 2 s, 4 s … the longest. */
function waitAfter(failures: number, { free, longestMs }: { free: number; longestMs: number }) {
  return failures < free ? 0 : Math.min(2 * second * 2 ** (failures - free), longestMs);
}

/** An IPv4 address, or what providers give to one household or building of IPv6: its first 64 bits. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const { hostname } = new URL(`http://[${plain}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const behind = tail ? tail.split(':') : [];
  if (tail !== undefined)
    groups.push(...Array(8 - groups.length - behind.length).fill('0'), ...behind);
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function tooOften(what: string, retryAt: string, now: Date): Problem {
  const retryAfter = Math.ceil((Date.parse(retryAt) - now.getTime()) / second);
  const message = `Too many failed attempts ${what}. Please try again in ${retryAfter} seconds.`;
  return new Problem('too-often', message, { retryAfter });
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();
