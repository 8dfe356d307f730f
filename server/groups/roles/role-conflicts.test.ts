import { describe, expect, test } from 'vitest';
import { computeRoleConflicts, formatRoleConflict, type RoleHolder } from './role-conflicts.ts';

const roles = ['member', 'supervisor', 'external examiner'] as const;
const holder = (role: RoleHolder['role'], changes: Partial<RoleHolder> = {}): RoleHolder => ({
  role,
  name: `The ${role}`,
  userId: `id of ${role}`,
  email: `${role}@uni.test`,
  ...changes,
});
const everybody = () => roles.map((role) => holder(role));
const pairs = [
  [0, 1],
  [0, 2],
] as const;

describe('computeRoleConflicts', () => {
  test('returns no conflict if a different person holds each role', () => {
    expect(computeRoleConflicts(everybody())).toEqual([]);
  });

  test.for(pairs)(
    'reports a conflict between roles %i and %i (0 member, 1 supervisor, 2 examiner) with the same account',
    ([a, b]) => {
      const people = everybody().map((person, index) =>
        index === a || index === b ? { ...person, userId: 'one' } : person,
      );
      expect(
        computeRoleConflicts(people).map(({ first, second }) => [first.role, second.role]),
      ).toEqual([[roles[a], roles[b]]]);
    },
  );

  test('ignores emails, and does not treat missing accounts as equal', () => {
    const nobody = { userId: null, email: 'one@uni.test' };
    expect(computeRoleConflicts(everybody().map((person) => ({ ...person, ...nobody })))).toEqual(
      [],
    );
  });

  test('returns no conflict if the supervisor is also the external examiner', () => {
    const person = { name: 'One', userId: 'one', email: 'one@uni.test' };
    const staff = [holder('supervisor', person), holder('external examiner', person)];
    expect(computeRoleConflicts(staff)).toEqual([]);
  });

  test('ignores two members with the same email, because the unique index rejects them', () => {
    const members = [holder('member', { memberId: 'a' }), holder('member', { memberId: 'b' })];
    expect(computeRoleConflicts(members)).toEqual([]);
  });

  test('returns no conflict for a member and a supervisor with the same name', () => {
    const unbound = { name: 'Ali Khan', userId: null, email: null };
    const people = [holder('member', { name: 'Ali Khan' }), holder('supervisor', unbound)];
    expect(computeRoleConflicts(people)).toEqual([]);
  });
});

test('formatRoleConflict states the person, the two roles and how to resolve the conflict', () => {
  const formatAll = (first: RoleHolder, second: RoleHolder) =>
    computeRoleConflicts([first, second]).map((conflict) =>
      formatRoleConflict(conflict, 'BSCS-2027-001'),
    );
  const ali = { name: 'Ali Khan', userId: 'one', email: 'ali@uni.test' };
  expect(formatAll(holder('member', ali), holder('supervisor', ali))).toEqual([
    'Ali Khan (ali@uni.test) is a member of BSCS-2027-001 and cannot also be its supervisor. Name another supervisor, or correct the member’s email.',
  ]);
});
