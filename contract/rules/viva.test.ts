import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findVivaDateError, getCohortYear } from './viva.ts';

const on = { today: '2027-01-15', year: 2027 };

describe('getCohortYear', () => {
  const deadlines = [{ due: '2028-06-01T00:00:00.000Z' }, { due: '2027-09-01T00:00:00.000Z' }];
  it.each([
    ['2027', deadlines, 2027],
    ['2027-evening', [], 2027],
    ['CS-evening', deadlines, 2028],
    ['27', deadlines, 2028],
    ['evening', [], undefined],
  ] as const)('returns the year of the cohort %s', (code, due, year) => {
    expect(getCohortYear({ code, deadlines: due })).toBe(year);
  });
});

describe('findVivaDateError', () => {
  it.each([
    [{ date: '2027-01-15', status: 'pass' }],
    [{ date: '2027-01-14', status: 'fail' }],
    [{ date: '2025-01-01', status: 'pass' }],
    [{ date: null, status: 'reschedule' }],
    [{ date: '2029-12-31', status: 'reschedule' }],
    [{ date: '2027-05-22', status: null }],
    [{ date: null, status: null }],
  ])('accepts %j', (record) => {
    expect(findVivaDateError(record, on)).toBeUndefined();
  });

  it.each([
    [{ date: null, status: 'pass' }, /required with a result/],
    [{ date: null, status: 'fail' }, /required with a result/],
    [{ date: '2027-01-16', status: 'pass' }, /may not be in the future/],
    [{ date: '2028-01-01', status: 'fail' }, /may not be in the future/],
    [{ date: '2024-12-31', status: 'pass' }, /in the years 2025 to 2029/],
    [{ date: '2030-01-01', status: 'reschedule' }, /in the years 2025 to 2029/],
    [{ date: '1027-05-22', status: null }, /in the years 2025 to 2029/],
  ])('rejects %j', (record, message) => {
    expect(findVivaDateError(record, on)).toMatch(message);
  });

  it('accepts a viva date in any year if the cohort’s year is unknown', () => {
    const record = { date: '1999-01-01', status: 'pass' };
    expect(findVivaDateError(record, { today: on.today })).toBeUndefined();
  });

  it('accepts the date of a viva with a result if it is not in the future and is within two years of the cohort’s year', () => {
    const anyDate = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        anyDate,
        anyDate,
        fc.integer({ min: 2020, max: 2035 }),
        fc.constantFrom('pass', 'fail'),
        (date, today, year, status) => {
          const isNear = date >= `${year - 2}-01-01` && date <= `${year + 2}-12-31`;
          const error = findVivaDateError({ date, status }, { today, year });
          expect(error === undefined).toBe(isNear && date <= today);
        },
      ),
    );
  });
});
