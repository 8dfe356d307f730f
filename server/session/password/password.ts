import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Problem } from '#contract/problem.ts';
import { networkOf } from '#server/http/connections/network-of.ts';
import { FairQueue } from './fair-queue.ts';
import { refuseGuessable } from './leaked-passwords.ts';

// OWASP's floor for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const derive = promisify(argon2);

/** Each purpose, and in it each network, gets its share of the hashing. */
export type Asker = {
  purpose: 'login' | 'login on a known device' | 'new password' | 'own account' | 'the portal';
  address: string;
};
const portal: Asker = { purpose: 'the portal', address: '' };

/** A hash takes 19 MiB and a core: at most two, never the last core, which serves everybody else. */
export const hashedAtOnce = Math.min(2, Math.max(1, availableParallelism() - 1));
/** As many as are served within a few seconds. */
export const hashingQueue = new FairQueue(hashedAtOnce, 64);

const placeOf = ({ purpose, address }: Asker) => ({ purpose, network: networkOf(address) });

/** Throws `unavailable` before anything is written for a hash that would have no place. */
export function requirePlace(asker: Asker): void {
  if (!hashingQueue.admits(placeOf(asker))) throw tooMany();
}

function tooMany(): Problem {
  const message =
    'Very many people are logging in at this moment. Please try again in a few seconds.';
  return new Problem('unavailable', message, { retryAfter: 5 });
}

function hashWith(password: string, nonce: Buffer, asker: Asker): Promise<Buffer> {
  const message = password.normalize('NFKC');
  const hash = () => derive('argon2id', { message, nonce, tagLength: 32, ...cost });
  return hashingQueue.run(placeOf(asker), hash, tooMany);
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Argon2id as a PHC string. Throws `invalid` for what guessers try first, `unavailable` when too many wait. */
export async function hashPassword(password: string, asker = portal): Promise<string> {
  refuseGuessable(password);
  const nonce = randomBytes(16);
  const tag = await hashWith(password, nonce, asker);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const decoy = await hashPassword('nobody has this password');

/** Without a hash (no such account) it takes as long and is false. Throws `unavailable` when too many wait. */
export async function isPassword(
  password: string,
  hash: string | undefined,
  asker: Asker,
): Promise<boolean> {
  const [nonce, tag] = (hash ?? decoy).split('$').slice(-2) as [string, string];
  const derived = await hashWith(password, Buffer.from(nonce, 'base64'), asker);
  const isSame = timingSafeEqual(derived, Buffer.from(tag, 'base64'));
  return isSame && hash !== undefined;
}
