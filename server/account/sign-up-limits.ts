import { Problem } from '#contract/problem.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/tables.ts';
import { getNetworkPrefix } from '#server/http/connections/get-network.ts';
import type { RequestOrigin } from '#server/http/serve.ts';
import { formatWait, RateLimit } from '#server/session/throttle/rate-limit.ts';

const hour = 3600;

/** Lets classes of 60 sign up in one lesson, even if a campus shares one IP address. */
const networkLimit = new RateLimit('sign-up network', 150, hour);
/** Limits attackers who control many networks. */
const globalLimit = new RateLimit('sign-up', 600, hour);
/** Sign-ups that each network has beyond the limit of all networks, so that others cannot use them up. */
const reserveLimit = new RateLimit('sign-up reserve', 20, 4 * hour);
/** Confirmed addresses per network whose sign-ups do not count towards the limits. */
const confirmedLimit = new RateLimit('sign-up confirmed', 600, 8 * hour);

/** Returns the first 48 bits of an IPv6 address, because an organisation has 65,536 networks with this prefix. */
const getSite = (address: string) => getNetworkPrefix(address).split(':').slice(0, 3).join(':');

const maxUnconfirmedCvs = 200;

type Client = Pick<RequestOrigin, 'address'>;

type SignUp = { email: string; origin: Client; now: Date };

/** Throws `too-often` if a sign-up limit is reached. Does not count the sign-up; `consumeSignUpCapacity` does. */
export async function requireSignUpCapacity(db: Db, signUp: SignUp): Promise<void> {
  if (await isExpected(db, signUp)) return;
  await requireSignUpCapacityForFile(db, signUp.origin, signUp.now);
}

/** Counts a sign-up in the caller's transaction. Throws `too-often` if a limit is reached. */
export async function consumeSignUpCapacity(db: Db, signUp: SignUp): Promise<void> {
  if (await isExpected(db, signUp)) return;
  await checkLimits(signUp.origin, (limit, key) => limit.take(key, { db, now: signUp.now }));
}

/** Throws `too-often` before a CV is received, when the email address is not known yet. */
export async function requireSignUpCapacityForFile(
  db: Db,
  origin: Client,
  now: Date,
): Promise<void> {
  await checkLimits(origin, (limit, key) => limit.readWait(key, { db, now }));
}

async function checkLimits(
  { address }: Client,
  getWait: (limit: RateLimit, key: string) => Promise<number>,
): Promise<void> {
  refuse('from your network', await getWait(networkLimit, getNetworkPrefix(address)));
  if ((await getWait(reserveLimit, getSite(address))) === 0) return;
  refuse('right now', await getWait(globalLimit, ''));
}

/** Returns true for an address that a group names as its member: strangers cannot use up these sign-ups. */
async function isExpected(db: Db, { email }: SignUp): Promise<boolean> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('email', '=', email)
    .where('user_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return member !== undefined;
}

/** Returns the sign-up of a confirmed address to the limits of the network and of all networks. */
export async function returnSignUpCapacity(db: Db, { address }: Client, now: Date): Promise<void> {
  const network = getNetworkPrefix(address);
  if ((await confirmedLimit.take(network, { db, now })) > 0) return;
  await networkLimit.reward(network, 1, { db, now });
  await globalLimit.reward('', 1, { db, now });
}

function refuse(where: string, retryAfter: number): void {
  if (retryAfter === 0) return;
  const message = `Too many people are signing up ${where}. Please try again in ${formatWait(retryAfter)}.`;
  throw new Problem('too-often', message, { retryAfter });
}

/** Throws `storage-full` if CVs of unconfirmed accounts use too much space. */
export async function requireUnconfirmedCvCapacity(
  db: Db,
  { sizeLimits }: Pick<Config, 'sizeLimits'>,
): Promise<void> {
  const { bytes } = await db
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.user_id')
    .where('documents.kind', '=', 'cv')
    .where('users.email_confirmed_at', 'is', null)
    .where('users.blocked_at', 'is', null)
    .where('documents.removed_at', 'is', null)
    .select(({ fn }) => fn.sum<number | string | null>('documents.size').as('bytes'))
    .executeTakeFirstOrThrow();
  const maxBytes = maxUnconfirmedCvs * sizeLimits.cv;
  if (Number(bytes) <= maxBytes) return;
  const message =
    'The portal can’t accept more CVs until new accounts are confirmed. Sign up without a CV.';
  throw new Problem('storage-full', message, { fields: { file: message } });
}
