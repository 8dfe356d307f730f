import { Problem } from '#contract/problem.ts';
import type { Db } from '#server/db/tables.ts';
import {
  isKnownDevice,
  refundDeviceLoginAttempt,
  takeDeviceLoginAttempt,
} from './known-devices.ts';
import {
  type LoginAttempt,
  type LoginTokens,
  refundLoginAttempt,
  requireLoginAttemptsLeft,
  takeLoginAttempt,
} from './throttle.ts';

/** Returns how to count and refund the attempt: by device if the account is known on it. Throws `too-often`. */
export async function chooseThrottle(db: Db, attempt: LoginAttempt, token: string | undefined) {
  const device = { email: attempt.email, token };
  if (await isKnownDevice(db, device, attempt.now)) {
    return {
      purpose: 'login on a known device',
      take: async (trx: Db) => {
        if (await takeDeviceLoginAttempt(trx, device)) return;
        const message = 'Too many failed attempts on this device. Please try again.';
        throw new Problem('too-often', message, { retryAfter: 1 });
      },
      giveBack: (trx: Db) => refundDeviceLoginAttempt(trx, device),
    } as const;
  }
  await requireLoginAttemptsLeft(db, attempt);
  let tokens: LoginTokens = [];
  return {
    purpose: 'login',
    take: async (trx: Db) => {
      tokens = await takeLoginAttempt(trx, attempt);
    },
    giveBack: (trx: Db) => refundLoginAttempt(trx, tokens, attempt.now),
  } as const;
}
