import { describe, expect, test } from 'vitest';
import { computeRoleConflicts, type RoleHolder } from './role-conflicts.ts';

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
});
