import { describe, expect, test } from 'vitest';
import { getWaitMs, takeAmount } from './bucket.ts';

const second = 1000;
/** Ten tokens, then one per second. */
const limit = { burst: 10, perHour: 3600 };
const now = Date.parse('2027-01-15T10:00:00.000Z');
const full = 0;

describe('a bucket of a rate limit', () => {
  test.for([
    { taken: 0, amount: 10, waitMs: 0 },
    { taken: 9, amount: 1, waitMs: 0 },
    { taken: 9, amount: 3, waitMs: 2 * second },
    { taken: 10, amount: 1, waitMs: second },
    { taken: 10, amount: 0.5, waitMs: 0.5 * second },
    // A bucket owes at most as much as it can contain.
    { taken: 15, amount: 1, waitMs: 6 * second },
    { taken: 500, amount: 1, waitMs: 11 * second },
  ])(
    'requires a wait of $waitMs ms for $amount tokens after $taken were taken',
    ({ taken, amount, waitMs }) => {
      const fullAt = takeAmount(limit, full, taken, now);
      expect(getWaitMs(limit, fullAt, amount, now)).toBe(waitMs);
      expect(getWaitMs(limit, fullAt, amount, now + waitMs)).toBe(0);
    },
  );
});
