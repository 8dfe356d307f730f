import { expect, test } from 'vitest';
import type { FullGroup } from '#contract/groups.ts';
import { semester, viva } from '#tools/test/small-scheme.ts';
import { groupsOfTab } from './assigned-groups.ts';

const bound = (supervisorId: string | null, externalExaminerId: string | null) =>
  ({
    supervisor: 'Amina Siddiqui',
    supervisorId,
    externalExaminer: 'Amina Siddiqui',
    externalExaminerId,
  }) as FullGroup;
const groups = [bound('amina', 'usman'), bound('amina', null), bound('usman', 'amina')];

test('semester tabs list the groups that are bound to their supervisor, not a namesake’s', () => {
  const person = { userId: 'amina', role: 'faculty' } as const;
  expect(groupsOfTab(groups, semester, person)).toEqual(groups.slice(0, 2));
  const namesake = { userId: 'another', role: 'faculty' } as const;
  expect(groupsOfTab(groups, semester, namesake)).toEqual([]);
});

test('the External Viva tab lists the groups of their examiner', () => {
  const person = { userId: 'usman', role: 'faculty' } as const;
  expect(groupsOfTab(groups, viva, person)).toEqual(groups.slice(0, 1));
});

test('an admin has all groups on every tab', () => {
  const person = { userId: 'admin', role: 'admin' } as const;
  expect(groupsOfTab(groups, viva, person)).toEqual(groups);
});
