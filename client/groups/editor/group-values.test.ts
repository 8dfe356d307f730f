import { expect, test } from 'vitest';
import type { FullGroup, MarkEntry } from '#contract/groups.ts';
import { smallScheme } from '#tools/test/small-scheme.ts';
import {
  asTyped,
  changesOf,
  editedPaths,
  type MemberValues,
  marksIn,
  reapply,
  valuesOf,
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
  documents: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  fypGroupMembers: [member('1'), member('2')],
  version: 3,
  changedAt: '2026-11-01T00:00:00.000Z',
  changedBy: null,
  deletedAt: null,
};
const before = valuesOf(group, smallScheme);

function type(member: MemberValues | undefined, milestone: string, marks: string) {
  if (member) member[milestone] = { ...marksIn(member, milestone), marks };
}

function edited(change: (values: typeof before) => void) {
  const values = structuredClone(before);
  change(values);
  return values;
}

test('nothing is sent of a group that was only looked at', () => {
  expect(changesOf(before, structuredClone(before))).toEqual({});
});

test('only what was changed is sent, and members keep their places', () => {
  const values = edited(({ externalVivaDetails, fypGroupMembers: [, second] }) => {
    externalVivaDetails.vivaStatus = 'pass';
    type(second, 'thesis', '8.5');
  });
  expect(changesOf(before, values)).toEqual({
    externalVivaDetails: { vivaStatus: 'pass' },
    fypGroupMembers: [{ _id: '1' }, { _id: '2', thesis: { marks: 8.5 } }],
  });
});

test('an emptied mark is sent as none, and what is no number as it was typed', () => {
  const marked = edited(({ fypGroupMembers: [first] }) => {
    type(first, 'month1', '7,0');
  });
  expect(changesOf(marked, before).fypGroupMembers?.[0]).toEqual({
    _id: '1',
    month1: { marks: null },
  });
  const odd = edited(({ fypGroupMembers: [first] }) => {
    type(first, 'month1', '-');
  });
  expect(changesOf(before, odd).fypGroupMembers?.[0]).toEqual({
    _id: '1',
    month1: { marks: '-' },
  });
});

test('marks are text in the form and a number when sent, also after a reload of the group', () => {
  const mine = edited(({ fypGroupMembers: [first] }) => type(first, 'month1', '7,25'));
  const fresh = edited(({ fypGroupMembers: [first] }) => type(first, 'month1', '4'));
  const { values, overtaken } = reapply(before, fresh, mine);
  expect(values.fypGroupMembers[0]?.month1).toMatchObject({ marks: '7.25' });
  expect(overtaken).toEqual([{ path: 'fypGroupMembers.0.month1.marks', theirs: 4, yours: 7.25 }]);
  expect(asTyped('fypGroupMembers.0.month1.marks', 4)).toBe('4');
  expect(asTyped('fypGroupMembers.0.month1.marks', null)).toBe('');
});

test('one’s own changes go over a fresh group, and the same field changed by another is named', () => {
  const mine = edited((values) => {
    values.fypTitle = 'Mine';
    values.supervisor = 'Dr. Mine';
  });
  const fresh = edited((values) => {
    values.fypTitle = 'Theirs';
    values.program = 'BSSE';
  });
  const { values, overtaken } = reapply(before, fresh, mine);
  expect(values).toMatchObject({ fypTitle: 'Mine', supervisor: 'Dr. Mine', program: 'BSSE' });
  expect(overtaken).toEqual([{ path: 'fypTitle', theirs: 'Theirs', yours: 'Mine' }]);
  expect(editedPaths(fresh, values)).toEqual(['fypTitle', 'supervisor']);
});
