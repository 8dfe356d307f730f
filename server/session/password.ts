import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Problem } from '#contract/problem.ts';
import { refuseGuessable } from './leaked-passwords.ts';
import { Turns } from './turns.ts';

// OWASP's floor for argon2id: 19 MiB, two passes, one lane.
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const derive = promisify(argon2);

/**
 * A hash takes 19 MiB and a core: at most two at a time, and never the last core, which answers everybody else. As
 * many wait as are served within a few seconds.
 */
export const passwordTurns = new Turns(Math.min(2, Math.max(1, availableParallelism() - 1)), 64);

/** Throws `unavailable` while more people wait for a password to be hashed than can be served soon. */
export function requireRoom(): void {
  if (passwordTurns.hasRoom) return;
  const message =
    'Very many people are logging in at this moment. Please try again in a few seconds.';
  throw new Problem('unavailable', message, { retryAfter: 5 });
}

async function hashWith(password: string, nonce: Buffer): Promise<Buffer> {
  requireRoom();
  const message = password.normalize('NFKC');
  return passwordTurns.take(() => derive('argon2id', { message, nonce, tagLength: 32, ...cost }));
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** A new password's argon2id hash as a PHC string. Throws `invalid` for one that guessers try first. */
export async function hashPassword(password: string): Promise<string> {
  refuseGuessable(password);
  const nonce = randomBytes(16);
  const tag = await hashWith(password, nonce);
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

const decoy = await hashPassword('nobody has this password');

/** Whether the password is the one hashed; without a hash (no such account) it takes as long and is false. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [nonce, tag] = (hash ?? decoy).split('$').slice(-2) as [string, string];
  const derived = await hashWith(password, Buffer.from(nonce, 'base64'));
  const isSame = timingSafeEqual(derived, Buffer.from(tag, 'base64'));
  return isSame && hash !== undefined;
}
