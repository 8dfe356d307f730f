import type { RateLimit } from './limits.ts';

const hourMs = 3_600_000;

const getRefillMs = ({ perHour }: RateLimit) => hourMs / perHour;
const getCapacityMs = (limit: RateLimit) => limit.burst * getRefillMs(limit);

/**
 * The stored number is the time in milliseconds at which the bucket will be full (generic cell rate algorithm). All times
 * are of the same monotonic clock, so that a corrected system clock neither fills nor empties a bucket.
 */
const readFullAt = (stored: number, now: number) => Math.max(stored, now);

/** Limits the amount of one charge to half a bucket, so that a full bucket allows a request of any size. */
export const capAmount = (limit: RateLimit, amount: number) => Math.min(amount, limit.burst / 2);

/** Returns the milliseconds until the bucket contains the amount. */
export function getWaitMs(limit: RateLimit, stored: number, amount: number, now: number): number {
  const needed = amount * getRefillMs(limit);
  // Round, because two halves of a bucket may be more than the bucket by a rounding error.
  const waitMs = Math.round(readFullAt(stored, now) + needed - now - getCapacityMs(limit));
  return Math.max(0, waitMs);
}

/** Returns the new time at which the bucket will be full. Takes the amount even if the bucket contains less. */
export function takeAmount(limit: RateLimit, stored: number, amount: number, now: number): number {
  const fullAt = readFullAt(stored, now) + amount * getRefillMs(limit);
  return Math.min(fullAt, now + 2 * getCapacityMs(limit));
}
