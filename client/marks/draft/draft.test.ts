import { describe, expect, test } from 'vitest';
import type { FullGroup, MarkEntry } from '#contract/groups.ts';
import { sumOf } from '#contract/rules/scheme.ts';
import { semester, smallScheme } from '#tools/test/small-scheme.ts';
import {
  changesOf,
  countOf,
  type Draft,
  emptyDraft,
  entriesWith,
  errorsOf,
  findFeedbackError,
  withCell,
  withoutTotals,
  withViva,
} from './draft.ts';
import { formatRemainingLength } from './feedback-length.ts';
import { afterSave, bodyOf, decided, groupWith } from './save-draft.ts';

const unmarked = { marks: null, feedback: null, revision: 0 };
const fieldsOf = (_id: string) => ({
  _id,
  name: _id,
  roll: _id,
  email: `${_id}@university.test`,
  phone: '3001234567',
  fathername: 'Father',
  feeProofPath: null,
  certificatePath: null,
});
const member = (_id: string, proposal: MarkEntry = unmarked) =>
  Object.assign(
    {} as Record<string, MarkEntry>,
    { proposal, month1: unmarked, thesis: unmarked, externalViva: unmarked },
    fieldsOf(_id),
  );

const group: FullGroup = {
  _id: 'group',
  cohortId: null,
  fypGroupName: 'BSCS-2027-001',
  program: 'BSCS',
  fypTitle: 'Title',
  fypCategory: 'Networking',
  supervisor: 'Amina',
  supervisorId: 'amina',
  externalExaminerId: null,
  claimedMemberIds: [],
  externalExaminer: null,
  proposalUrl: null,
  thesisUrl: null,
  similarityReportUrl: null,
  projectCodeUrl: null,
  externalVivaDetails: { vivaDate: null, vivaStatus: null, vivaFeedback: null, revision: 0 },
  documents: [],
  createdAt: '2026-11-20T05:00:00.000Z',
  fypGroupMembers: [member('ali', { marks: 7, feedback: 'Clear.', revision: 2 }), member('sara')],
  version: 1,
  changedAt: '2026-11-20T05:00:00.000Z',
  changedBy: null,
  deletedAt: null,
};
const aliProposal = { memberId: 'ali', milestone: 'proposal' } as const;
const saraMonth1 = { memberId: 'sara', milestone: 'month1' } as const;

const conflict = {
  ...aliProposal,
  memberName: 'ali',
  marks: 3,
  feedback: 'Copied.',
  revision: 5,
  changedBy: 'Admin',
  changedAt: '2026-11-21T05:00:00.000Z',
};

describe('marks as typed', () => {
  test.each(['x', '1e1', '7/10', '7,5,5', '-'])('%j is no number', (typed) => {
    expect(errorsOf(smallScheme, { ...aliProposal, revision: 0, marks: typed }).marks).toBe(
      'Proposal: marks must be a number.',
    );
  });

  test('more than the total, less than nothing and three decimals are refused', () => {
    const errorOf = (marks: string) =>
      errorsOf(smallScheme, { ...aliProposal, revision: 0, marks }).marks;
    expect(errorOf('10,01')).toBe('Proposal: marks go from 0 to 10.');
    expect(errorOf('-1')).toBe('Proposal: marks go from 0 to 10.');
    expect(errorOf('7.125')).toBe('Proposal: marks have at most two decimals.');
    expect(errorOf('10')).toBeUndefined();
  });
});

describe('what is unsaved', () => {
  test('typing what is saved already is no change', () => {
    const draft = withCell(emptyDraft, group, aliProposal, { marks: '7,0', feedback: 'Clear. ' });
    expect(countOf(changesOf(draft, group))).toBe(0);
  });

  test.each(['\u200b', '\u2800', '\u3164\ufe0f', '\u{e0041}', '\u00ad '])(
    'feedback that nobody can see is no change where there is none, and removes what is saved: %j',
    (feedback) => {
      const [ofSara, ofAli] = [saraMonth1, aliProposal].map((place) =>
        countOf(changesOf(withCell(emptyDraft, group, place, { feedback }), group)),
      );
      expect([ofSara, ofAli]).toEqual([0, 1]);
    },
  );

  test.each(['x', '😀', '漢'])(
    'room for feedback is told in characters, such as %s',
    (character) => {
      expect(formatRemainingLength(character.repeat(1799))).toBeUndefined();
      expect(formatRemainingLength(character.repeat(1999))).toBe('1 character left');
      expect(findFeedbackError(character.repeat(2000))).toBeUndefined();
      expect(formatRemainingLength(character.repeat(2002))).toBe('2 characters too many');
      expect(findFeedbackError(character.repeat(2001))).toMatch(/at most 2000/);
    },
  );

  test('marks and feedback of one cell are one change, each field of the viva is one', () => {
    let draft = withCell(emptyDraft, group, saraMonth1, { marks: '5' });
    draft = withCell(draft, group, saraMonth1, { feedback: 'Late.' });
    draft = withViva(draft, group, { vivaDate: '2027-05-22' });
    draft = withViva(draft, group, { vivaStatus: 'pass' });
    expect(countOf(changesOf(draft, group))).toBe(3);
  });

  test('only what changed is sent, with the revision it was read with', () => {
    const draft = withCell(emptyDraft, group, aliProposal, { marks: '', feedback: 'Clear.' });
    expect(bodyOf(group, semester, changesOf(draft, group))).toEqual({
      semester: 'Semester 7',
      groupId: 'group',
      marks: { ali: { proposal: { marks: null, revision: 2 } } },
    });
  });

  test('the revision stays that of the first keystroke when a newer group arrives', () => {
    const draft = withCell(emptyDraft, group, aliProposal, { marks: '9' });
    const newer = groupWith(group, [conflict]);
    expect(withCell(draft, newer, aliProposal, { marks: '9.5' }).cells[0]?.revision).toBe(2);
  });

  test('a save names the total of the first keystroke, until its author has seen another one', () => {
    const first = withCell(emptyDraft, group, aliProposal, { marks: '9', total: 10 });
    const draft = withCell(first, group, aliProposal, { marks: '9.5', total: 20 });
    const sent = (typed: Draft) => bodyOf(group, semester, typed).marks?.ali?.proposal;
    expect(sent(draft)).toEqual({ marks: 9.5, total: 10, revision: 2 });
    expect(sent(withoutTotals(draft))).toEqual({ marks: 9.5, revision: 2 });
  });

  test('a sum counts what is typed, and the saved mark where that is not valid', () => {
    const [ali] = group.fypGroupMembers;
    const sum = (marks: string) =>
      ali &&
      sumOf(
        entriesWith(smallScheme, ali, withCell(emptyDraft, group, aliProposal, { marks })),
        semester.milestones,
      );
    expect(sum('8,25')).toBe(8.25);
    expect(sum('11')).toBe(7);
  });
});

describe('after a save', () => {
  test('what was typed while it was on its way is still unsaved', () => {
    const sent = withCell(emptyDraft, group, aliProposal, { marks: '9' });
    const now = withCell(withCell(sent, group, aliProposal, { marks: '9.5' }), group, saraMonth1, {
      marks: '4',
    });
    const fresh = groupWith(group, [{ ...conflict, marks: 9, feedback: 'Clear.', revision: 3 }]);
    expect(afterSave(sent, sent, fresh)).toEqual(emptyDraft);
    expect(changesOf(afterSave(now, sent, fresh), fresh).cells).toEqual(
      expect.arrayContaining([
        { ...aliProposal, marks: '9.5', revision: 3 },
        { ...saraMonth1, marks: '4', revision: 0 },
      ]),
    );
  });
});

describe('a conflict', () => {
  const draft = withCell(
    withCell(emptyDraft, group, aliProposal, { marks: '9' }),
    group,
    saraMonth1,
    { marks: '4' },
  );
  const fresh = groupWith(group, [conflict]);

  test('keeping mine puts it on top of theirs, and their feedback stays', () => {
    const kept = changesOf(decided(draft, [conflict], { 'ali.proposal': 'mine' }), fresh);
    expect(bodyOf(fresh, semester, kept).marks).toEqual({
      ali: { proposal: { marks: 9, revision: 5 } },
      sara: { month1: { marks: 4, revision: 0 } },
    });
  });

  test('taking theirs drops mine and leaves the other cells alone', () => {
    const kept = changesOf(decided(draft, [conflict], { 'ali.proposal': 'theirs' }), fresh);
    expect(bodyOf(fresh, semester, kept).marks).toEqual({
      sara: { month1: { marks: 4, revision: 0 } },
    });
    expect(fresh.fypGroupMembers[0]?.proposal).toEqual({
      marks: 3,
      feedback: 'Copied.',
      revision: 5,
    });
  });
});
