/** Holds `size` tokens at most, and gets one more every `refillMs`. */
export type BucketSize = { size: number; refillMs: number };

/** What processes whose clocks differ a little may have written ahead of one another. */
const skewMs = 60_000;

/*
 * A bucket is stored as one instant in milliseconds: when it will be full again (the generic cell rate algorithm).
 * Whatever lies in the past is a full bucket.
 */

/** When the bucket is full, of what is stored. What is farther ahead than an empty one was written by a wrong clock. */
function fullAt({ size, refillMs }: BucketSize, stored: number, now: number): number {
  const emptyIsFullAt = now + size * refillMs;
  return stored > emptyIsFullAt + skewMs ? now : Math.min(Math.max(stored, now), emptyIsFullAt);
}

/** How long until there is a token: 0 when there is one. */
export function waitMs(bucket: BucketSize, stored: number, now: number): number {
  const { size, refillMs } = bucket;
  return Math.max(0, fullAt(bucket, stored, now) + refillMs - (now + size * refillMs));
}

/** Takes a token, or leaves the bucket empty. */
export function take(bucket: BucketSize, stored: number, now: number): number {
  const { size, refillMs } = bucket;
  return Math.min(fullAt(bucket, stored, now) + refillMs, now + size * refillMs);
}

/** Gives a token back. */
export function giveBack(bucket: BucketSize, stored: number, now: number): number {
  return fullAt(bucket, stored, now) - bucket.refillMs;
}
