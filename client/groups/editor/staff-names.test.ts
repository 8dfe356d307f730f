import { expect, test } from 'vitest';
import {
  buildStaffSuggestions,
  describeStaffAccess,
  findSharedStaffName,
  isSharedStaffNew,
} from './staff-names.ts';

const staff = [
  { _id: '1', name: 'Ali Khan', email: 'one@uni.test' },
  { _id: '2', name: 'ALI khan', email: 'two@uni.test' },
  { _id: '3', name: 'Dr. Hira', email: 'hira@uni.test' },
];
const names = ['Dr. Samina', 'Ali Khan', 'Dr. Hira', 'other'];
const bound = { name: 'Dr. Hira', id: '3' };
const waiting = { name: 'dr. hira', id: '' };

test('staff name suggestions show email addresses only for accounts that share a name', () => {
  expect([...buildStaffSuggestions(names, staff, bound)]).toEqual([
    ['Dr. Samina', undefined],
    ['Ali Khan (one@uni.test)', staff[0]],
    ['ALI khan (two@uni.test)', staff[1]],
    ['Dr. Hira', undefined],
    ['other', undefined],
  ]);
});

test('staff name suggestions include the account that matches the stored name if no account is linked to that name', () => {
  const texts = [...buildStaffSuggestions(['Dr. Samina'], staff, waiting).keys()];
  expect(texts).toEqual(['Dr. Samina', 'Dr. Hira (hira@uni.test)']);
});

test.for([
  [{ name: 'Ali Khan', id: '2' }, 'Gives access to two@uni.test'],
  [{ name: 'Ali Khan', id: '9' }, 'The account with this name is blocked'],
  [{ name: 'ali  khan', id: '' }, 'Several accounts share this name: choose one from the list'],
  [{ name: 'Dr. Hira', id: '' }, 'Gives access to hira@uni.test'],
  [
    { name: 'Dr. New', id: '' },
    'No faculty account has this name, so no one gets access to the group',
  ],
  [{ name: 'Other', id: '' }, undefined],
  [{ name: '', id: '' }, undefined],
] as const)(
  'describeStaffAccess says who can open a group with the staff name %j',
  ([named, expected]) => {
    expect(describeStaffAccess(named, staff, { name: 'Dr. Before', id: '7' })).toBe(expected);
  },
);

test('describeStaffAccess asks the user to choose an account if the stored staff name is not linked to any account', () => {
  const expected = 'No one gets access until you choose the account from the list';
  expect(describeStaffAccess(waiting, staff, waiting)).toBe(expected);
});

const nameStaff = (supervisor: string, externalExaminer: string, ids: readonly string[] = []) => {
  const [supervisorId = '', externalExaminerId = ''] = ids;
  return { supervisor, supervisorId, externalExaminer, externalExaminerId };
};

test.for([
  [nameStaff('Dr. Hira', ' dr.  HIRA'), 'Dr. Hira'],
  [nameStaff('Dr. Hira', 'Dr. Hira', ['3']), 'Dr. Hira'],
  [nameStaff('Ali Khan', 'ALI khan', ['1', '2']), undefined],
  [nameStaff('Dr. Hira', 'Ali Khan'), undefined],
  [nameStaff('Dr. Hira', ''), undefined],
  [nameStaff('other', 'Other'), undefined],
  [nameStaff('', ''), undefined],
] as const)('findSharedStaffName finds one person in both roles: %j', ([values, expected]) => {
  expect(findSharedStaffName(values)).toBe(expected);
});

test('isSharedStaffNew ignores a pair that was stored before', () => {
  const shared = nameStaff('Dr. Hira', 'Dr. Hira');
  expect(isSharedStaffNew(nameStaff('Dr. Hira', ''), shared)).toBe(true);
  expect(isSharedStaffNew(shared, nameStaff('DR. HIRA', 'Dr. Hira'))).toBe(false);
  expect(isSharedStaffNew(shared, nameStaff('Ali Khan', 'Ali Khan'))).toBe(true);
});
