export type BucketSize = { size: number; refillMs: number };

/** By how much the clocks of processes may differ. */
const skewMs = 60_000;

/* Stored as the instant in milliseconds at which it is full again (generic cell rate algorithm). */

/** An instant farther ahead than an empty bucket's was written by a wrong clock. */
function fullAt({ size, refillMs }: BucketSize, stored: number, now: number): number {
  const emptyIsFullAt = now + size * refillMs;
  return stored > emptyIsFullAt + skewMs ? now : Math.min(Math.max(stored, now), emptyIsFullAt);
}

export function waitMs(bucket: BucketSize, stored: number, now: number): number {
  const { size, refillMs } = bucket;
  return Math.max(0, fullAt(bucket, stored, now) + refillMs - (now + size * refillMs));
}

export function take(bucket: BucketSize, stored: number, now: number): number {
  const { size, refillMs } = bucket;
  return Math.min(fullAt(bucket, stored, now) + refillMs, now + size * refillMs);
}

export function giveBack(bucket: BucketSize, stored: number, now: number): number {
  return fullAt(bucket, stored, now) - bucket.refillMs;
}
