import { describe, expect, it } from 'vitest';
import { findVivaDoubt, getCohortYear } from './viva.ts';

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

describe('findVivaDoubt', () => {
  it.each([
    [{ date: '2027-01-15', status: 'pass' }],
    [{ date: '2027-01-14', status: 'fail' }],
    [{ date: '2025-01-01', status: 'pass' }],
    [{ date: null, status: 'reschedule' }],
    [{ date: '2029-12-31', status: 'reschedule' }],
    [{ date: '2027-05-22', status: null }],
    [{ date: null, status: null }],
  ])('finds nothing unusual in %j', (record) => {
    expect(findVivaDoubt(record, on)).toBeUndefined();
  });

  it.each([
    [{ date: null, status: 'pass' }, /no date/],
    [{ date: null, status: 'fail' }, /no date/],
    [{ date: '2027-01-16', status: 'pass' }, /in the future/],
    [{ date: '2028-01-01', status: 'fail' }, /in the future/],
    [{ date: '2024-12-31', status: 'pass' }, /session’s year, 2027/],
    [{ date: '2030-01-01', status: 'reschedule' }, /session’s year, 2027/],
    [{ date: '1027-05-22', status: null }, /session’s year, 2027/],
  ])('names what is unusual in %j', (record, message) => {
    expect(findVivaDoubt(record, on)).toMatch(message);
  });

  it('finds no year unusual if the cohort’s year is unknown', () => {
    const record = { date: '1999-01-01', status: 'pass' };
    expect(findVivaDoubt(record, { ...on, year: undefined })).toBeUndefined();
  });
});
