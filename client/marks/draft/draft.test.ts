import { describe, expect, test } from 'vitest';
import { sumMarks } from '#contract/rules/scheme.ts';
import { buildFullGroup, buildFullMember } from '#tools/test/full-group.ts';
import { semesterPart, smallScheme } from '#tools/test/small-scheme.ts';
import {
  buildMarkEntries,
  countUnsavedChanges,
  dropDraftTotals,
  dropUnchangedFields,
  emptyMarksDraft,
  findCellErrors,
  findFeedbackError,
  type MarksDraft,
  setDraftCell,
  setDraftViva,
} from './draft.ts';
import { formatRemainingLength } from './feedback-length.ts';
import {
  applyConflictChoices,
  applyNewerSavedValues,
  buildSaveMarksBody,
  rebaseDraft,
} from './save-draft.ts';

const ali = buildFullMember('ali', { marks: 7, feedback: 'Clear.', revision: 2 });
const group = buildFullGroup(ali, buildFullMember('sara'));
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

describe('validation of typed marks', () => {
  test.each(['x', '1e1', '7/10', '7,5,5', '-'])('rejects %j, which is not a number', (typed) => {
    expect(findCellErrors(smallScheme, { ...aliProposal, revision: 0, marks: typed }).marks).toBe(
      'Proposal: marks must be a number.',
    );
  });

  test('rejects marks above the milestone’s total, below 0 or with three decimal places', () => {
    const errorOf = (marks: string) =>
      findCellErrors(smallScheme, { ...aliProposal, revision: 0, marks }).marks;
    expect(errorOf('10,01')).toBe('Proposal: enter marks from 0 to 10.');
    expect(errorOf('-1')).toBe('Proposal: enter marks from 0 to 10.');
    expect(errorOf('7.125')).toBe('Proposal: marks can have up to two decimals.');
    expect(errorOf('10')).toBeUndefined();
  });
});

describe('unsaved changes', () => {
  test('do not include typed values that equal the saved values', () => {
    const draft = setDraftCell(emptyMarksDraft, group, aliProposal, {
      marks: '7,0',
      feedback: 'Clear. ',
    });
    expect(countUnsavedChanges(dropUnchangedFields(draft, group))).toBe(0);
  });

  test.each(['\u200b', '\u2800', '\u3164\ufe0f', '\u{e0041}', '\u00ad '])(
    'do not include feedback that consists only of invisible characters, unless it replaces saved feedback: %j',
    (feedback) => {
      const [ofSara, ofAli] = [saraMonth1, aliProposal].map((place) =>
        countUnsavedChanges(
          dropUnchangedFields(setDraftCell(emptyMarksDraft, group, place, { feedback }), group),
        ),
      );
      expect([ofSara, ofAli]).toEqual([0, 1]);
    },
  );

  test.each(['x', '😀', '漢'])(
    'may include at most 2000 characters of feedback, regardless of how many bytes a character has: %s',
    (character) => {
      expect(formatRemainingLength(character.repeat(1799))).toBeUndefined();
      expect(formatRemainingLength(character.repeat(1999))).toBe('1 character left');
      expect(findFeedbackError(character.repeat(2000))).toBeUndefined();
      expect(formatRemainingLength(character.repeat(2002))).toBe('2 characters too many');
      expect(findFeedbackError(character.repeat(2001))).toMatch(/2000 characters or fewer/);
    },
  );

  test('are counted once per cell, even if both marks and feedback were typed, and once per field of the viva record', () => {
    let draft = setDraftCell(emptyMarksDraft, group, saraMonth1, { marks: '5' });
    draft = setDraftCell(draft, group, saraMonth1, { feedback: 'Late.' });
    draft = setDraftViva(draft, group, { vivaDate: '2027-05-22' });
    draft = setDraftViva(draft, group, { vivaStatus: 'pass' });
    expect(countUnsavedChanges(dropUnchangedFields(draft, group))).toBe(3);
  });

  test('are sent without the unchanged fields of a cell, and with the revision of the cell that the user had loaded', () => {
    const draft = setDraftCell(emptyMarksDraft, group, aliProposal, {
      marks: '',
      feedback: 'Clear.',
    });
    expect(buildSaveMarksBody(group, semesterPart, dropUnchangedFields(draft, group))).toEqual({
      semester: 'Semester 7',
      groupId: 'group',
      marks: { ali: { proposal: { marks: null, revision: 2 } } },
    });
  });

  test('keep the revision that the cell had at the first keystroke, even if a newer version of the group is loaded later', () => {
    const draft = setDraftCell(emptyMarksDraft, group, aliProposal, { marks: '9' });
    const newer = applyNewerSavedValues(group, [conflict]);
    expect(setDraftCell(draft, newer, aliProposal, { marks: '9.5' }).cells[0]?.revision).toBe(2);
  });

  test('are sent with the milestone’s total at the first keystroke, unless dropDraftTotals has removed this total from the draft', () => {
    const first = setDraftCell(emptyMarksDraft, group, aliProposal, { marks: '9', total: 10 });
    const draft = setDraftCell(first, group, aliProposal, { marks: '9.5', total: 20 });
    const sent = (typed: MarksDraft) => buildSaveMarksBody(group, semesterPart, typed).marks;
    const cell = { marks: 9.5, revision: 2 };
    expect(sent(draft)).toEqual({ ali: { proposal: { ...cell, total: 10 } } });
    expect(sent(dropDraftTotals(draft))).toEqual({ ali: { proposal: cell } });
  });

  test('are included in the sum of marks if they are valid; otherwise the sum includes the saved marks', () => {
    const sum = (marks: string) =>
      sumMarks(
        buildMarkEntries(
          smallScheme,
          ali,
          setDraftCell(emptyMarksDraft, group, aliProposal, { marks }),
        ),
        semesterPart.milestones,
      );
    expect(sum('8,25')).toBe(8.25);
    expect(sum('11')).toBe(7);
  });
});

describe('a draft after a save', () => {
  test('still contains the input that was typed during the save', () => {
    const sent = setDraftCell(emptyMarksDraft, group, aliProposal, { marks: '9' });
    const now = setDraftCell(
      setDraftCell(sent, group, aliProposal, { marks: '9.5' }),
      group,
      saraMonth1,
      {
        marks: '4',
      },
    );
    const fresh = applyNewerSavedValues(group, [
      { ...conflict, marks: 9, feedback: 'Clear.', revision: 3 },
    ]);
    expect(rebaseDraft(sent, sent, fresh)).toEqual(emptyMarksDraft);
    expect(dropUnchangedFields(rebaseDraft(now, sent, fresh), fresh).cells).toEqual(
      expect.arrayContaining([
        { ...aliProposal, marks: '9.5', revision: 3 },
        { ...saraMonth1, marks: '4', revision: 0 },
      ]),
    );
  });
});

describe('a draft after a conflict', () => {
  const draft = setDraftCell(
    setDraftCell(emptyMarksDraft, group, aliProposal, { marks: '9' }),
    group,
    saraMonth1,
    { marks: '4' },
  );
  const fresh = applyNewerSavedValues(group, [conflict]);

  test('overwrites the saved marks but not the saved feedback if the user keeps their own marks', () => {
    const changes = dropUnchangedFields(
      applyConflictChoices(draft, [conflict], { 'ali.proposal': 'mine' }),
      fresh,
    );
    expect(buildSaveMarksBody(fresh, semesterPart, changes).marks).toEqual({
      ali: { proposal: { marks: 9, revision: 5 } },
      sara: { month1: { marks: 4, revision: 0 } },
    });
  });

  test('drops only the conflicting marks if the user chooses the saved marks', () => {
    const changes = dropUnchangedFields(
      applyConflictChoices(draft, [conflict], { 'ali.proposal': 'theirs' }),
      fresh,
    );
    expect(buildSaveMarksBody(fresh, semesterPart, changes).marks).toEqual({
      sara: { month1: { marks: 4, revision: 0 } },
    });
    expect(fresh.fypGroupMembers[0]?.proposal).toEqual({
      marks: 3,
      feedback: 'Copied.',
      revision: 5,
    });
  });
});
