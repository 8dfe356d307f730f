import { expect, test } from 'vitest';
import { countRequiredOptionalCertificates } from '#contract/rules/certificates-state.ts';
import {
  countCertificateProgress,
  noTickedCertificates,
  parseTickedCertificates,
} from './certificates.ts';

const rule = {
  minimum: 8,
  mandatory: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id })),
  minimumOptional: 3,
  internship: 'stands for all',
};

test('countCertificateProgress reports the rule as fulfilled by five mandatory and three optional certificates', () => {
  expect(countCertificateProgress(rule, noTickedCertificates)).toEqual({
    done: 0,
    total: 8,
    isFulfilled: false,
  });
  const ticks = { mandatory: ['a', 'b', 'c', 'd', 'e'], optional: 3, internship: false };
  expect(countCertificateProgress(rule, ticks)).toEqual({ done: 8, total: 8, isFulfilled: true });
});

test('countCertificateProgress does not let extra optional certificates replace a missing mandatory one', () => {
  const ticks = { mandatory: ['a', 'b', 'c', 'd'], optional: 7, internship: false };
  expect(countCertificateProgress(rule, ticks)).toEqual({ done: 7, total: 8, isFulfilled: false });
});

test('countCertificateProgress ignores a certificate that is no longer part of the rule', () => {
  expect(
    countCertificateProgress(rule, { ...noTickedCertificates, mandatory: ['gone'] }).done,
  ).toBe(0);
});

test('countCertificateProgress reports the rule as fulfilled by an internship certificate alone', () => {
  expect(
    countCertificateProgress(rule, { ...noTickedCertificates, internship: true }).isFulfilled,
  ).toBe(true);
});

test('countRequiredOptionalCertificates returns 5 if at least ten certificates are required and five are mandatory', () => {
  expect(countRequiredOptionalCertificates({ ...rule, minimum: 10 })).toBe(5);
});

test.each([null, 7, [], { mandatory: 7, optional: 'x', internship: 1 }])(
  'parseTickedCertificates returns no ticks for the invalid stored value %j',
  (stored) => {
    expect(parseTickedCertificates(stored)).toEqual(noTickedCertificates);
  },
);
