import { expect, test } from 'vitest';
import { optionalNeeded } from '#contract/rules/certificates-state.ts';
import { noTicks, progressOf, readTicks } from './certificates.ts';

const rule = {
  minimum: 8,
  mandatory: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id })),
  minimumOptional: 3,
  internship: 'stands for all',
};

test('five mandatory and three optional certificates make eight', () => {
  expect(progressOf(rule, noTicks)).toEqual({ done: 0, total: 8, isFulfilled: false });
  const ticks = { mandatory: ['a', 'b', 'c', 'd', 'e'], optional: 3, internship: false };
  expect(progressOf(rule, ticks)).toEqual({ done: 8, total: 8, isFulfilled: true });
});

test('optional certificates do not stand in for a mandatory one', () => {
  const ticks = { mandatory: ['a', 'b', 'c', 'd'], optional: 7, internship: false };
  expect(progressOf(rule, ticks)).toEqual({ done: 7, total: 8, isFulfilled: false });
});

test('a certificate that the rule no longer names does not count', () => {
  expect(progressOf(rule, { ...noTicks, mandatory: ['gone'] }).done).toBe(0);
});

test('an internship certificate stands for all eight', () => {
  expect(progressOf(rule, { ...noTicks, internship: true }).isFulfilled).toBe(true);
});

test('a department that asks for more in all asks for more optional ones', () => {
  expect(optionalNeeded({ ...rule, minimum: 10 })).toBe(5);
});

test.each([null, 7, [], { mandatory: 7, optional: 'x', internship: 1 }])(
  'stored as %j nothing is ticked',
  (stored) => {
    expect(readTicks(stored)).toEqual(noTicks);
  },
);
