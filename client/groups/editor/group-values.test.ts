import { expect, test } from 'vitest';
import type { FullGroup, MarkEntry } from '#contract/groups.ts';
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

const fields = (_id: string) => ({
  _id,
  name: `Member ${_id}`,
  fathername: 'Father',
  roll: `F22-${_id}`,
  email: `${_id}@university.test`,
  phone: '+92 3001234567',
  feeProofPath: null,
  certificatePath: null,
});
const unmarked = { marks: null, feedback: null, revision: 0 };
const member = (_id: string): FullGroup['fypGroupMembers'][number] =>
  Object.assign(
    {} as Record<string, MarkEntry>,
    { proposal: unmarked, month1: unmarked, thesis: unmarked, externalViva: unmarked },
    fields(_id),
  );

const group: FullGroup = {
  _id: 'group',
  cohortId: null,
  fypGroupName: 'BSCS-2027-001',
  program: 'BSCS',
  fypTitle: 'A title',
  fypCategory: 'Networking',
  supervisor: 'Dr. A',
  supervisorId: 'a',
  externalExaminer: null,
  externalExaminerId: null,
  claimedMemberIds: [],
  proposalUrl: null,
  thesisUrl: null,
  similarityReportUrl: null,
  projectCodeUrl: null,
  externalVivaDetails: { vivaDate: null, vivaStatus: null, vivaFeedback: null, revision: 0 },
  earlierVivas: [],
  documents: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  fypGroupMembers: [member('1'), member('2')],
  version: 3,
  changedAt: '2026-11-01T00:00:00.000Z',
  changedBy: null,
  deletedAt: null,
};
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
