import { expect, test } from 'vitest';
import { isSameStaff } from './same-staff.ts';

test.for([
  ['one account', 'Dr. X', 'one', 'Dr. X', 'one', true],
  ['one account whose names differ', 'Dr. X', 'one', 'Dr. Y', 'one', true],
  ['two accounts with one name', 'Dr. X', 'one', 'Dr. X', 'two', false],
  ['one name without accounts', 'Dr. X', null, ' dr.  x ', null, true],
  ['one name with one account', 'Dr. X', 'one', 'DR. X', null, true],
  ['two names without accounts', 'Dr. X', null, 'Dr. Y', null, false],
] as const)('isSameStaff compares accounts, and names unless both have one: %s', (row) => {
  const [, name, accountId, otherName, otherId, expected] = row;
  expect(isSameStaff({ name, accountId }, { name: otherName, accountId: otherId })).toBe(expected);
});
