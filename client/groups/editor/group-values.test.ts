import { expect, test } from 'vitest';
import { buildFullGroup, buildFullMember } from '#tools/test/full-group.ts';
import { smallScheme } from '#tools/test/small-scheme.ts';
import {
  findChanges,
  findEditedPaths,
  getMarkValues,
  type MemberValues,
  mergeEdits,
  toFormFieldValue,
  toFormValues,
} from './group-values.ts';

const group = buildFullGroup(buildFullMember('1'), buildFullMember('2'));
const before = toFormValues(group, smallScheme);

function type(member: MemberValues | undefined, milestone: string, marks: string) {
  if (member) member[milestone] = { ...getMarkValues(member, milestone), marks };
}

function edited(change: (values: typeof before) => void) {
  const values = structuredClone(before);
  change(values);
  return values;
}

test('findChanges returns an empty body if nothing has changed', () => {
  expect(findChanges(before, structuredClone(before))).toEqual({});
});

test('findChanges returns only changed values and keeps each member’s position in the list', () => {
  const values = edited(({ externalVivaDetails, fypGroupMembers: [, second] }) => {
    externalVivaDetails.vivaStatus = 'pass';
    type(second, 'thesis', '8.5');
  });
  expect(findChanges(before, values)).toEqual({
    externalVivaDetails: { vivaStatus: 'pass' },
    fypGroupMembers: [{ _id: '1' }, { _id: '2', thesis: { marks: 8.5 } }],
  });
});

test('findChanges converts cleared marks to null and returns an invalid number as typed', () => {
  const marked = edited(({ fypGroupMembers: [first] }) => {
    type(first, 'month1', '7,0');
  });
  expect(findChanges(marked, before).fypGroupMembers?.[0]).toEqual({
    _id: '1',
    month1: { marks: null },
  });
  const odd = edited(({ fypGroupMembers: [first] }) => {
    type(first, 'month1', '-');
  });
  expect(findChanges(before, odd).fypGroupMembers?.[0]).toEqual({
    _id: '1',
    month1: { marks: '-' },
  });
});

test('mergeEdits returns marks as strings in the form values and as numbers in conflicts', () => {
  const mine = edited(({ fypGroupMembers: [first] }) => type(first, 'month1', '7,25'));
  const fresh = edited(({ fypGroupMembers: [first] }) => type(first, 'month1', '4'));
  const { values, conflicts } = mergeEdits(before, fresh, mine);
  expect(values.fypGroupMembers[0]?.month1).toMatchObject({ marks: '7.25' });
  expect(conflicts).toEqual([{ path: 'fypGroupMembers.0.month1.marks', theirs: 4, yours: 7.25 }]);
  expect(toFormFieldValue('fypGroupMembers.0.month1.marks', 4)).toBe('4');
  expect(toFormFieldValue('fypGroupMembers.0.month1.marks', null)).toBe('');
});

test('mergeEdits applies the user’s changes to the reloaded group and reports fields that both admins changed', () => {
  const mine = edited((values) => {
    values.fypTitle = 'Mine';
    values.supervisor = 'Dr. Mine';
  });
  const fresh = edited((values) => {
    values.fypTitle = 'Theirs';
    values.program = 'BSSE';
  });
  const { values, conflicts } = mergeEdits(before, fresh, mine);
  expect(values).toMatchObject({ fypTitle: 'Mine', supervisor: 'Dr. Mine', program: 'BSSE' });
  expect(conflicts).toEqual([{ path: 'fypTitle', theirs: 'Theirs', yours: 'Mine' }]);
  expect(findEditedPaths(fresh, values)).toEqual(['fypTitle', 'supervisor']);
});
