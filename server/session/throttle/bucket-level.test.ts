import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  getBucketWaitMs,
  returnToBucket,
  type TokenBucketSize,
  takeFromBucket,
} from './bucket-level.ts';
import { loginLimits } from './throttle.ts';

const hour = 3_600_000;

test('a token bucket never grants more tokens than its size plus the tokens refilled', () => {
  const cases = fc.record({
    size: fc.integer({ min: 1, max: 20 }),
    refillMs: fc.integer({ min: 1, max: 1000 }),
    pauses: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }),
  });
  fc.assert(
    fc.property(cases, ({ size, refillMs, pauses }) => {
      const bucket: TokenBucketSize = { size, refillMs };
      let [now, stored, taken] = [0, 0, 0];
      for (const pause of pauses) {
        now += pause;
        if (getBucketWaitMs(bucket, stored, now) > 0) continue;
        stored = takeFromBucket(bucket, stored, now);
        taken += 1;
      }
      expect(taken).toBeLessThanOrEqual(size + Math.floor(now / refillMs));
    }),
  );
});

test('a token that was returned to a bucket can be taken again exactly once', () => {
  const bucket = { size: 2, refillMs: 1000 };
  let stored = takeFromBucket(bucket, takeFromBucket(bucket, 0, 0), 0);
  expect(getBucketWaitMs(bucket, stored, 0)).toBe(1000);
  stored = takeFromBucket(bucket, returnToBucket(bucket, stored, 0), 0);
  expect(getBucketWaitMs(bucket, stored, 0)).toBe(1000);
  expect(getBucketWaitMs(bucket, stored, 999)).toBe(1);
  expect(getBucketWaitMs(bucket, stored, 1000)).toBe(0);
});

test('a token bucket counts as full if its timestamp is far in the future, but as empty if the timestamp is within the tolerated clock skew', () => {
  const bucket = { size: 3, refillMs: 1000 };
  expect(getBucketWaitMs(bucket, 24 * hour, 0)).toBe(0);
  expect(getBucketWaitMs(bucket, 3000 + 30_000, 0)).toBe(1000);
});

/** Simulates `perSecond` guesses per second. Returns the number of admitted guesses for each day. */
function guessesPerDay(
  scopes: readonly (keyof typeof loginLimits)[],
  perSecond: number,
  days: number,
) {
  const buckets = scopes.flatMap((scope) => [loginLimits[scope].pace, loginLimits[scope].stock]);
  const stored = buckets.map(() => 0);
  const looked = Array.from({ length: days }, () => 0);
  for (let now = 0; now < days * 24 * hour; now += 1000 / perSecond) {
    if (buckets.some((bucket, index) => getBucketWaitMs(bucket, stored[index] ?? 0, now) > 0))
      continue;
    for (const [index, bucket] of buckets.entries()) {
      stored[index] = takeFromBucket(bucket, stored[index] ?? 0, now);
    }
    const day = Math.floor(now / (24 * hour));
    looked[day] = (looked[day] ?? 0) + 1;
  }
  return looked;
}

test.for<[keyof typeof loginLimits, number, number]>([
  ['pair', 700, 96],
  ['account', 3500, 480],
  ['network', 6000, 2880],
])(
  'the limits of the scope “%s” admit at most %i guesses on the first day and %i on each further day',
  ([scope, first, further]) => {
    const [firstScope = 0, secondScope = 0, thirdScope = 0] = guessesPerDay([scope], 4, 3);
    expect(firstScope).toBeLessThanOrEqual(first);
    expect(firstScope).toBeGreaterThan(loginLimits[scope].stock.size);
    expect(secondScope).toBeLessThanOrEqual(further + 1);
    expect(thirdScope).toBeLessThanOrEqual(further + 1);
  },
);
