import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNextDeadline, getTimeLeft, isDeadlinePassed, wrapIndex } from './deadlines.ts';

const at = (ms: number) => ({ title: 'Thesis', due: new Date(ms).toISOString() });
const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
const minute = 60_000;

describe('a deadline', () => {
  it('does not pass until the end of the minute in which it is due', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -70_000, max: 70_000 }), (due, ms) => {
        const end = due - (due % minute) + minute;
        expect(isDeadlinePassed(at(due), new Date(due + ms))).toBe(due + ms >= end);
      }),
    );
  });

  it('has time left, and can be the next deadline, until it passes', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -70_000, max: 70_000 }), (due, ms) => {
        const now = new Date(due + ms);
        const isOver = isDeadlinePassed(at(due), now);
        expect(getTimeLeft(at(due), now) === undefined).toBe(isOver);
        expect(findNextDeadline([at(due)], now) === undefined).toBe(isOver);
      }),
    );
  });

  it('has its remaining time rounded down to whole minutes and split into days, hours and minutes', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -1e9, max: 1e11 }), (due, ms) => {
        const left = getTimeLeft(at(due), new Date(due - ms));
        fc.pre(ms > 0);
        const { days = -1, hours = -1, minutes = -1 } = left ?? {};
        expect(hours).toBeLessThan(24);
        expect(minutes).toBeLessThan(60);
        expect(((days * 24 + hours) * 60 + minutes) * minute).toBe(ms - (ms % minute));
      }),
    );
  });

  it('has 0 minutes left from one minute before its due date until it passes', () => {
    const none = { days: 0, hours: 0, minutes: 0 };
    expect(getTimeLeft(at(minute), new Date(1))).toEqual(none);
    expect(getTimeLeft(at(minute), new Date(2 * minute - 1))).toEqual(none);
    expect(getTimeLeft(at(minute), new Date(2 * minute))).toBeUndefined();
  });
});

describe('the next deadline', () => {
  it('is the first deadline in the list that has not passed, even if another one is due earlier', () => {
    fc.assert(
      fc.property(fc.array(instant, { maxLength: 12 }), instant, (dues, now) => {
        const expected = dues.find((due) => due - (due % minute) + minute > now);
        expect(findNextDeadline(dues.map(at), new Date(now))).toEqual(
          expected === undefined ? undefined : at(expected),
        );
      }),
    );
  });
});

describe('wrapIndex', () => {
  it('wraps around at both ends of the list, and returns the original index after the opposite step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.nat(),
        fc.integer({ min: -50, max: 50 }),
        (length, start, step) => {
          const index = start % length;
          const there = wrapIndex(index, step, length);
          expect(there).toBeGreaterThanOrEqual(0);
          expect(there).toBeLessThan(length);
          expect(wrapIndex(there, -step, length)).toBe(index);
        },
      ),
    );
    expect(wrapIndex(8, 1, 9)).toBe(0);
    expect(wrapIndex(0, -1, 9)).toBe(8);
    expect(wrapIndex(0, 1, 0)).toBe(0);
  });
});
