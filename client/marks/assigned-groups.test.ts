import { expect, test } from 'vitest';
import type { FullGroup } from '#contract/groups.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import { semester, viva } from '#tools/test/small-scheme.ts';
import { groupsOfTab, mayMark } from './assigned-groups.ts';

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

test('a milestone is marked by those whom it names, and by an admin', () => {
  const [group] = groups as [FullGroup];
  const [presentation, month] = [viva.milestones[0], semester.milestones[1]] as [
    Milestone,
    Milestone,
  ];
  const may = (userId: string, role: 'faculty' | 'admin' = 'faculty') =>
    [presentation, month].map((milestone) => mayMark(milestone, group, { userId, role }));
  expect([may('amina'), may('usman'), may('another'), may('admin', 'admin')]).toEqual([
    [false, true],
    [true, false],
    [false, false],
    [true, true],
  ]);
});

test('an admin has all groups on every tab', () => {
  const person = { userId: 'admin', role: 'admin' } as const;
  expect(groupsOfTab(groups, viva, person)).toEqual(groups);
});
