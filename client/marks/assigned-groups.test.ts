import { expect, test } from 'vitest';
import type { FullGroup } from '#contract/groups.ts';
import { groupsOfTab } from './assigned-groups.ts';

const named = (supervisor: string, externalExaminer: string | null) =>
  ({ supervisor, externalExaminer }) as FullGroup;
const groups = [
  named('Amina Siddiqui', 'USMAN TARIQ'),
  named('amina  siddiqui', null),
  named('Usman Tariq', 'Amina Siddiqui'),
];

test('semester tabs list the groups he supervises, without regard to case and spacing', () => {
  const person = { name: 'AMINA Siddiqui', role: 'faculty' } as const;
  expect(groupsOfTab(groups, 'Semester 7', person)).toEqual(groups.slice(0, 2));
  expect(groupsOfTab(groups, 'Semester 8', person)).toEqual(groups.slice(0, 2));
});

test('the External Viva tab lists the groups he examines', () => {
  const person = { name: 'Usman Tariq', role: 'faculty' } as const;
  expect(groupsOfTab(groups, 'External Viva', person)).toEqual(groups.slice(0, 1));
});

test('an admin has all groups on every tab', () => {
  const person = { name: 'Admin', role: 'admin' } as const;
  expect(groupsOfTab(groups, 'External Viva', person)).toEqual(groups);
});
