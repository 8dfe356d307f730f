import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Problem } from '#contract/problem.ts';
import { getNetworkPrefix } from '#server/http/connections/get-network.ts';
import { FairQueue } from './fair-queue.ts';

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const derive = promisify(argon2);

/** Origin of a hashing request. The queue treats all purposes equally and, within each purpose, all networks. */
export type HashRequester = {
  purpose: 'login' | 'login on a known device' | 'new password' | 'own account' | 'the portal';
  address: string;
};
const portalRequester: HashRequester = { purpose: 'the portal', address: '' };

/** Each hash takes 19 MiB and a core. One core stays free for other requests. */
export const maxConcurrentHashes = Math.min(2, Math.max(1, availableParallelism() - 1));
/** Up to 64 requests of each purpose may wait. Hashing 64 takes a few seconds. */
export const hashingQueue = new FairQueue(maxConcurrentHashes, 64);

const toQueueKey = ({ purpose, address }: HashRequester) => ({
  purpose,
  network: getNetworkPrefix(address),
});

/** Throws `unavailable` if the hashing queue is full. Call it before any write to the database. */
export function requireQueueSpace(requester: HashRequester): void {
  if (!hashingQueue.admits(toQueueKey(requester))) throw createUnavailable();
}

function createUnavailable(): Problem {
  const message =
    'Too many people are logging in at the moment. Please try again in a few seconds.';
  return new Problem('unavailable', message, { retryAfter: 5 });
}

function hashWith(password: string, nonce: Buffer, requester: HashRequester): Promise<Buffer> {
  const message = password.normalize('NFKC');
  const hash = () => derive('argon2id', { message, nonce, tagLength: 32, ...cost });
  return hashingQueue.run(toQueueKey(requester), hash, createUnavailable);
}

const toUnpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Returns a PHC string. Throws `unavailable` if the queue is full. First call `requireAllowedPassword` if a person chose it. */
export async function hashPassword(password: string, requester = portalRequester): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hashWith(password, nonce, requester);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toUnpaddedBase64(nonce)}$${toUnpaddedBase64(tag)}`;
}

const decoy = await hashPassword('nobody has this password');

/**
 * Checks the password. Without a hash, returns false after the same time, which hides that the account is unknown.
 * Throws `unavailable` if the hashing queue is full.
 */
export async function isPasswordCorrect(
  password: string,
  hash: string | undefined,
  requester: HashRequester,
): Promise<boolean> {
  const [nonce, tag] = (hash ?? decoy).split('$').slice(-2) as [string, string];
  const derived = await hashWith(password, Buffer.from(nonce, 'base64'), requester);
  const isSame = timingSafeEqual(derived, Buffer.from(tag, 'base64'));
  return isSame && hash !== undefined;
}
