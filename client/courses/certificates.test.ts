import { expect, test } from 'vitest';
import { countRequiredOptional } from '#contract/rules/certificates-state.ts';
import { countProgress, noTicks, parseTicks } from './certificates.ts';

const rule = {
  minimum: 8,
  mandatory: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id })),
  minimumOptional: 3,
  internship: 'stands for all',
};

test('countProgress reports the rule as fulfilled by five mandatory and three optional certificates', () => {
  expect(countProgress(rule, noTicks)).toEqual({ done: 0, total: 8, isFulfilled: false });
  const ticks = { mandatory: ['a', 'b', 'c', 'd', 'e'], optional: 3, internship: false };
  expect(countProgress(rule, ticks)).toEqual({ done: 8, total: 8, isFulfilled: true });
});

test('countProgress does not let extra optional certificates replace a missing mandatory one', () => {
  const ticks = { mandatory: ['a', 'b', 'c', 'd'], optional: 7, internship: false };
  expect(countProgress(rule, ticks)).toEqual({ done: 7, total: 8, isFulfilled: false });
});

test('countProgress ignores a certificate that is no longer part of the rule', () => {
  expect(countProgress(rule, { ...noTicks, mandatory: ['gone'] }).done).toBe(0);
});

test('countProgress reports the rule as fulfilled by an internship certificate alone', () => {
  expect(countProgress(rule, { ...noTicks, internship: true }).isFulfilled).toBe(true);
});

test('countRequiredOptional returns 5 if at least ten certificates are required and five are mandatory', () => {
  expect(countRequiredOptional({ ...rule, minimum: 10 })).toBe(5);
});

test.each([null, 7, [], { mandatory: 7, optional: 'x', internship: 1 }])(
  'parseTicks returns no ticks for the invalid stored value %j',
  (stored) => {
    expect(parseTicks(stored)).toEqual(noTicks);
  },
);
