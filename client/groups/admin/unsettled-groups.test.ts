import { expect, test } from 'vitest';
import type { FullGroup } from '#contract/groups.ts';
import { findUnsettled } from './unsettled-groups.ts';

const staff = [{ _id: 's1', name: 'Dr. Ali Khan', email: 'ali@portal.test' }] as Parameters<
  typeof findUnsettled
>[1];
const settled = {
  supervisor: 'Dr. Ali Khan',
  supervisorId: 's1',
  externalExaminer: 'Dr. Ali Khan',
  externalExaminerId: 's1',
};
const find = (group: Partial<FullGroup>) =>
  findUnsettled([{ ...settled, ...group } as FullGroup], staff).map(({ text }) => text);

test('a group whose supervisor and examiner have accounts lacks nothing', () => {
  expect(find({})).toEqual([]);
});

test('a group without an examiner, or with supervisor “other”, waits for a name', () => {
  expect(find({ externalExaminer: null, externalExaminerId: null })).toEqual([
    'without an external examiner',
  ]);
  expect(find({ supervisor: 'Other', supervisorId: null })).toEqual(['with supervisor “other”']);
});

test('a name that no account carries waits for an account', () => {
  expect(find({ supervisor: 'Dr. Nobody', supervisorId: null })).toEqual([
    'whose supervisor has no account',
  ]);
  expect(find({ externalExaminer: 'Dr. Nobody', externalExaminerId: null })).toEqual([
    'whose examiner has no account',
  ]);
});

test('a name that an account carries, without the account itself, waits for the choice', () => {
  expect(find({ supervisor: 'dr. ali  khan', supervisorId: null })).toEqual([
    'whose supervisor or examiner is to be chosen',
  ]);
});
