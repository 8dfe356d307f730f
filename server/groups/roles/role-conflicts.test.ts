import { describe, expect, test } from 'vitest';
import { formatConflict, type Holder, roleConflicts } from './role-conflicts.ts';

const roles = ['member', 'supervisor', 'external examiner'] as const;
const holder = (role: Holder['role'], changes: Partial<Holder> = {}): Holder => ({
  ...{ role, name: `The ${role}`, userId: `id of ${role}`, email: `${role}@uni.test`, ...changes },
});
const everybody = () => roles.map((role) => holder(role));
/** The same people, of whom the second of a pair is the first one by `changes`. */
const pairs = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

describe('roleConflicts', () => {
  test('finds none among different people', () => {
    expect(roleConflicts(everybody())).toEqual([]);
  });

  test.for(pairs)('finds the pair %i and %i by account and by email', ([a, b]) => {
    for (const changes of [{ userId: 'one' }, { email: 'one@uni.test' }]) {
      const people = everybody().map((one, index) =>
        index === a || index === b ? { ...one, ...changes } : one,
      );
      expect(roleConflicts(people).map(({ first, second }) => [first.role, second.role])).toEqual([
        [roles[a], roles[b]],
      ]);
    }
  });

  test('does not compare missing accounts and emails', () => {
    const nobody = { userId: null, email: null };
    expect(roleConflicts(everybody().map((one) => ({ ...one, ...nobody })))).toEqual([]);
  });

  test('leaves two members with one email to the unique index', () => {
    const members = [holder('member', { memberId: 'a' }), holder('member', { memberId: 'b' })];
    expect(roleConflicts(members)).toEqual([]);
  });

  test.for([
    ['an unbound supervisor and examiner', ' dr.  x ', null, null, 1],
    ['a bound supervisor and an unbound examiner', 'DR. X', 'one', null, 1],
    ['two accounts of one name', 'Dr. X', 'one', 'two', 0],
    ['the placeholder for a later supervisor', 'Other', null, null, 0],
  ] as const)('compares names of staff: %s', ([_, name, supervisor, examiner, count]) => {
    const found = roleConflicts([
      holder('supervisor', { name: name === 'Other' ? 'other' : 'Dr. X', userId: supervisor }),
      holder('external examiner', { name, userId: examiner }),
    ]);
    expect(found).toHaveLength(count);
  });

  test('does not take a member for staff of the same name', () => {
    const unbound = { name: 'Ali Khan', userId: null, email: null };
    const people = [holder('member', { name: 'Ali Khan' }), holder('supervisor', unbound)];
    expect(roleConflicts(people)).toEqual([]);
  });
});

test('formatConflict says who has which roles, and the remedy', () => {
  const said = (first: Holder, second: Holder) =>
    roleConflicts([first, second]).map((conflict) => formatConflict(conflict, 'BSCS-2027-001'));
  const one = { name: 'Ali Khan', userId: 'one', email: 'ali@uni.test' };
  expect(said(holder('member', one), holder('supervisor', one))).toEqual([
    'Ali Khan (ali@uni.test) is a member of BSCS-2027-001 and cannot also be its supervisor. Name another supervisor, or correct the member’s email.',
  ]);
  expect(said(holder('supervisor', one), holder('external examiner', one))).toEqual([
    'Ali Khan (ali@uni.test) is the supervisor of BSCS-2027-001 and cannot also be its external examiner. Name another external examiner.',
  ]);
  const name = { ...one, userId: null, email: null };
  expect(said(holder('supervisor', name), holder('external examiner', name))).toEqual([
    'Ali Khan is the supervisor of BSCS-2027-001 and cannot also be its external examiner. Name another external examiner. If two people share this name, choose the account of each.',
  ]);
});
