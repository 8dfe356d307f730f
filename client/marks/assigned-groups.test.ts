import { expect, test } from 'vitest';
import type { FullGroup } from '#contract/groups.ts';
import type { Milestone } from '#contract/rules/scheme.ts';
import { semesterPart, vivaPart } from '#tools/test/small-scheme.ts';
import { listMarkableGroups, mayMark } from './assigned-groups.ts';

const bound = (supervisorId: string | null, externalExaminerId: string | null) =>
  ({
    supervisor: 'Amina Siddiqui',
    supervisorId,
    externalExaminer: 'Amina Siddiqui',
    externalExaminerId,
  }) as FullGroup;
const groups = [bound('amina', 'usman'), bound('amina', null), bound('usman', 'amina')];

test('a semester tab lists the groups linked to the supervisor’s account, and no groups for another user with the same name', () => {
  const person = { userId: 'amina', role: 'faculty' } as const;
  expect(listMarkableGroups(groups, semesterPart, person)).toEqual(groups.slice(0, 2));
  const namesake = { userId: 'another', role: 'faculty' } as const;
  expect(listMarkableGroups(groups, semesterPart, namesake)).toEqual([]);
});

test('the External Viva tab lists only the groups linked to the external examiner’s account', () => {
  const person = { userId: 'usman', role: 'faculty' } as const;
  expect(listMarkableGroups(groups, vivaPart, person)).toEqual(groups.slice(0, 1));
});

test('mayMark returns true for admins, and for the supervisor or examiner of the group if that role marks the milestone', () => {
  const [group] = groups as [FullGroup];
  const [presentation, month] = [vivaPart.milestones[0], semesterPart.milestones[1]] as [
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

test('a marking tab lists all groups for an admin', () => {
  const person = { userId: 'admin', role: 'admin' } as const;
  expect(listMarkableGroups(groups, vivaPart, person)).toEqual(groups);
});
