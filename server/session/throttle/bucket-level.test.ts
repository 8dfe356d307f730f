import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BucketSize, giveBack, take, waitMs } from './bucket-level.ts';
import { limits } from './throttle.ts';

const hour = 3_600_000;

test('A bucket gives no more than its size and what it gets meanwhile, however it is asked.', () => {
  const cases = fc.record({
    size: fc.integer({ min: 1, max: 20 }),
    refillMs: fc.integer({ min: 1, max: 1000 }),
    pauses: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }),
  });
  fc.assert(
    fc.property(cases, ({ size, refillMs, pauses }) => {
      const bucket: BucketSize = { size, refillMs };
      let [now, stored, taken] = [0, 0, 0];
      for (const pause of pauses) {
        now += pause;
        if (waitMs(bucket, stored, now) > 0) continue;
        stored = take(bucket, stored, now);
        taken += 1;
      }
      expect(taken).toBeLessThanOrEqual(size + Math.floor(now / refillMs));
    }),
  );
});

test('A token that was given back can be taken again, and no more than that.', () => {
  const bucket = { size: 2, refillMs: 1000 };
  let stored = take(bucket, take(bucket, 0, 0), 0);
  expect(waitMs(bucket, stored, 0)).toBe(1000);
  stored = take(bucket, giveBack(bucket, stored, 0), 0);
  expect(waitMs(bucket, stored, 0)).toBe(1000);
  expect(waitMs(bucket, stored, 999)).toBe(1);
  expect(waitMs(bucket, stored, 1000)).toBe(0);
});

test('What a clock far ahead has written is a full bucket; a little ahead, an empty one.', () => {
  const bucket = { size: 3, refillMs: 1000 };
  expect(waitMs(bucket, 24 * hour, 0)).toBe(0);
  expect(waitMs(bucket, 3000 + 30_000, 0)).toBe(1000);
});

/** How many wrong passwords are looked at in each of some days, of so many a second. */
function guessesPerDay(scopes: readonly (keyof typeof limits)[], perSecond: number, days: number) {
  const buckets = scopes.flatMap((scope) => [limits[scope].pace, limits[scope].stock]);
  const stored = buckets.map(() => 0);
  const looked = Array.from({ length: days }, () => 0);
  for (let now = 0; now < days * 24 * hour; now += 1000 / perSecond) {
    if (buckets.some((bucket, index) => waitMs(bucket, stored[index] ?? 0, now) > 0)) continue;
    for (const [index, bucket] of buckets.entries()) {
      stored[index] = take(bucket, stored[index] ?? 0, now);
    }
    const day = Math.floor(now / (24 * hour));
    looked[day] = (looked[day] ?? 0) + 1;
  }
  return looked;
}

test.for<[keyof typeof limits, number, number]>([
  ['pair', 700, 96],
  ['account', 3500, 480],
  ['network', 6000, 2880],
])(
  'Of endless failures in the scope “%s” no more than %i are looked at on the first day, and %i on a further one.',
  ([scope, first, further]) => {
    const [one = 0, two = 0, three = 0] = guessesPerDay([scope], 4, 3);
    expect(one).toBeLessThanOrEqual(first);
    expect(one).toBeGreaterThan(limits[scope].stock.size);
    expect(two).toBeLessThanOrEqual(further + 1);
    expect(three).toBeLessThanOrEqual(further + 1);
  },
);
