export type BucketSize = { size: number; refillMs: number };

/** Tolerated difference between the clocks of processes. */
const skewMs = 60_000;

/**
 * Returns the time at which the bucket is full again, in milliseconds, which is how its level is stored (generic cell
 * rate algorithm). A time beyond that of an empty bucket comes from a wrong clock and counts as full.
 */
function readLevel({ size, refillMs }: BucketSize, stored: number, now: number): number {
  const emptyLevel = now + size * refillMs;
  return stored > emptyLevel + skewMs ? now : Math.min(Math.max(stored, now), emptyLevel);
}

/** Returns the milliseconds until the bucket has a token, or 0 if it has one now. */
export function getWaitMs(bucket: BucketSize, stored: number, now: number): number {
  const { size, refillMs } = bucket;
  return Math.max(0, readLevel(bucket, stored, now) + refillMs - (now + size * refillMs));
}

export function takeFromBucket(bucket: BucketSize, stored: number, now: number): number {
  const { size, refillMs } = bucket;
  return Math.min(readLevel(bucket, stored, now) + refillMs, now + size * refillMs);
}

export function returnToBucket(bucket: BucketSize, stored: number, now: number): number {
  return readLevel(bucket, stored, now) - bucket.refillMs;
}
