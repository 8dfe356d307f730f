import { expect, test } from 'vitest';
import { findWaiting, type NamedStaff } from './waiting-groups.ts';

const staff = [{ id: 's1', name: 'Dr. Ali Khan' }];
const settled: NamedStaff = {
  supervisor: 'Dr. Ali Khan',
  supervisor_id: 's1',
  external_examiner: 'Dr. Ali Khan',
  external_examiner_id: 's1',
};
const find = (group: Partial<NamedStaff>) =>
  findWaiting([{ ...settled, ...group }], staff).map(({ reason }) => reason);

test('a group whose supervisor and examiner have accounts lacks nothing', () => {
  expect(find({})).toEqual([]);
});

test('a group without an examiner, or with supervisor “other”, waits for a name', () => {
  expect(find({ external_examiner: null, external_examiner_id: null })).toEqual(['no-examiner']);
  expect(find({ supervisor: 'Other', supervisor_id: null })).toEqual(['supervisor-other']);
});

test('a name that no account carries waits for an account', () => {
  expect(find({ supervisor: 'Dr. Nobody', supervisor_id: null })).toEqual(['supervisor-account']);
  expect(find({ external_examiner: 'Dr. Nobody', external_examiner_id: null })).toEqual([
    'examiner-account',
  ]);
});

test('a name that an account carries, without the account itself, waits for the choice', () => {
  expect(find({ supervisor: 'dr. ali  khan', supervisor_id: null })).toEqual(['staff-choice']);
});

test('an account that is blocked or gone is none', () => {
  expect(find({ supervisor_id: 's2' })).toEqual(['staff-choice']);
  expect(find({ supervisor: 'Dr. Nobody', supervisor_id: 's2' })).toEqual(['supervisor-account']);
});
