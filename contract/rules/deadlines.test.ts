import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cycle, isPassed, nextDeadline, remaining } from './deadlines.ts';

const at = (ms: number) => ({ title: 'Thesis', due: new Date(ms).toISOString() });
const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
const minute = 60_000;

describe('a deadline', () => {
  it('is passed once its due time is before now, not in the very moment', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -10, max: 10 }), (due, ms) => {
        expect(isPassed(at(due), new Date(due + ms))).toBe(ms > 0);
      }),
    );
  });

  it('has days, hours and minutes left that add up, or nothing', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -1e9, max: 1e11 }), (due, ms) => {
        const left = remaining(at(due), new Date(due - ms));
        fc.pre(ms > 0);
        const { days = -1, hours = -1, minutes = -1 } = left ?? {};
        expect(hours).toBeLessThan(24);
        expect(minutes).toBeLessThan(60);
        expect(((days * 24 + hours) * 60 + minutes) * minute).toBe(ms - (ms % minute));
      }),
    );
  });

  it('has less than a minute left as no minutes, and nothing left when it is due', () => {
    expect(remaining(at(1000), new Date(0))).toEqual({ days: 0, hours: 0, minutes: 0 });
    expect(remaining(at(1000), new Date(1000))).toBeUndefined();
  });
});

describe('the next deadline', () => {
  it('is the first of the list that is still in the future, whatever the order', () => {
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 12 }), instant, (dues, now) => {
        const expected = dues.find((due) => due > now);
        expect(nextDeadline(dues.map(at), new Date(now))).toEqual(
          expected === undefined ? undefined : at(expected),
        );
      }),
    );
  });
});

describe('going through the deadlines', () => {
  it('wraps around at both ends and comes back by the same steps', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.nat(),
        fc.integer({ min: -50, max: 50 }),
        (length, start, step) => {
          const index = start % length;
          const there = cycle(index, step, length);
          expect(there).toBeGreaterThanOrEqual(0);
          expect(there).toBeLessThan(length);
          expect(cycle(there, -step, length)).toBe(index);
        },
      ),
    );
    expect(cycle(8, 1, 9)).toBe(0);
    expect(cycle(0, -1, 9)).toBe(8);
    expect(cycle(0, 1, 0)).toBe(0);
  });
});
