export type TokenBucketSize = { size: number; refillMs: number };

/** Tolerated difference between the clocks of two processes, in milliseconds. */
const skewMs = 60_000;

/**
 * Returns the Unix time in milliseconds at which the bucket will be full (generic cell rate algorithm). If the stored
 * time is too far in the future, the clock must have been wrong, and the bucket counts as full.
 */
function readLevel({ size, refillMs }: TokenBucketSize, stored: number, now: number): number {
  const emptyLevel = now + size * refillMs;
  return stored > emptyLevel + skewMs ? now : Math.min(Math.max(stored, now), emptyLevel);
}

/** Returns the milliseconds until the bucket has a token, or 0 if it has one now. */
export function getBucketWaitMs(bucket: TokenBucketSize, stored: number, now: number): number {
  const { size, refillMs } = bucket;
  return Math.max(0, readLevel(bucket, stored, now) + refillMs - (now + size * refillMs));
}

export function takeFromBucket(bucket: TokenBucketSize, stored: number, now: number): number {
  const { size, refillMs } = bucket;
  return Math.min(readLevel(bucket, stored, now) + refillMs, now + size * refillMs);
}

export function returnToBucket(bucket: TokenBucketSize, stored: number, now: number): number {
  return readLevel(bucket, stored, now) - bucket.refillMs;
}
