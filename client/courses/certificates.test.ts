import { expect, test } from 'vitest';
import { countRequiredOptionalCertificates } from '#contract/rules/certificates-state.ts';
import {
  getCertificateProgress,
  noTickedCertificates,
  parseTickedCertificates,
} from './certificates.ts';

const rule = {
  minimum: 8,
  mandatory: ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, title: id })),
  minimumOptional: 3,
  internship: 'stands for all',
};

test('getCertificateProgress reports the certificate requirement as met if all five mandatory and all three optional certificates that it requires are ticked', () => {
  expect(getCertificateProgress(rule, noTickedCertificates)).toEqual({
    done: 0,
    total: 8,
    isFulfilled: false,
  });
  const ticks = { mandatory: ['a', 'b', 'c', 'd', 'e'], optional: 3, internship: false };
  expect(getCertificateProgress(rule, ticks)).toEqual({ done: 8, total: 8, isFulfilled: true });
});

test('getCertificateProgress does not accept an extra optional certificate instead of a missing mandatory one', () => {
  const ticks = { mandatory: ['a', 'b', 'c', 'd'], optional: 7, internship: false };
  expect(getCertificateProgress(rule, ticks)).toEqual({ done: 7, total: 8, isFulfilled: false });
});

test('getCertificateProgress ignores a ticked certificate that the rule no longer requires', () => {
  expect(getCertificateProgress(rule, { ...noTickedCertificates, mandatory: ['gone'] }).done).toBe(
    0,
  );
});

test('getCertificateProgress reports the certificate requirement as met if only the internship certificate is ticked', () => {
  expect(
    getCertificateProgress(rule, { ...noTickedCertificates, internship: true }).isFulfilled,
  ).toBe(true);
});

test('countRequiredOptionalCertificates returns 5 if ten certificates are required in total and five of them are mandatory', () => {
  expect(countRequiredOptionalCertificates({ ...rule, minimum: 10 })).toBe(5);
});

test.each([null, 7, [], { mandatory: 7, optional: 'x', internship: 1 }])(
  'parseTickedCertificates treats all certificates as unticked for the invalid stored value %j',
  (stored) => {
    expect(parseTickedCertificates(stored)).toEqual(noTickedCertificates);
  },
);
