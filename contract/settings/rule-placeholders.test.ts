import { describe, expect, test } from 'vitest';
import { defaultSizeLimits } from '#contract/rules/document-kinds.ts';
import { listCohortKinds } from './kinds.ts';
import {
  buildRuleValues,
  fillRulePlaceholders,
  findUnknownPlaceholders,
} from './rule-placeholders.ts';

const build = (maxMembers = 3, minMembers?: number) =>
  buildRuleValues({
    rules: {
      ...(minMembers && { minMembers }),
      maxMembers,
      phone: '+92 3#########',
      eligibility: [{ id: 'asGroup', question: 'As a group?' }],
    },
    scheme: {
      parts: [
        {
          title: 'Spring',
          milestones: [
            { key: 'report', title: 'Report', total: 7.5, weight: 5, markers: ['supervisor'] },
            { key: 'poster', title: 'Poster', total: 20, weight: 5, markers: ['supervisor'] },
          ],
        },
      ],
    },
    deadlines: [
      {
        _id: 'report',
        title: 'Report',
        due: '2027-05-07T18:59:00.000Z',
        documents: [],
        programs: null,
        graceHours: null,
      },
    ],
    certificates: {
      minimum: 21,
      mandatory: [{ id: 'python', title: 'Python' }],
      minimumOptional: 0,
      internship: 'All.',
    },
    kinds: listCohortKinds({
      standard: { report: { maxMb: 3 } },
      added: [
        {
          id: 'poster',
          title: 'Poster',
          types: ['pdf'],
          maxMb: 12,
          perMember: false,
          archived: false,
        },
      ],
    }),
    sizeLimits: { ...defaultSizeLimits, cv: 512 * 1024 },
    timeZone: 'Asia/Karachi',
  });

describe('fillRulePlaceholders', () => {
  test.each([
    ['Up to {maxMembers} students.', 'Up to three students.'],
    ['{milestones} milestones. {questions} question', 'Two milestones. One question'],
    ['{groupSizes}, never more', 'One, two or three, never more'],
    ['a group of {teamSizes}, {furtherMembers} more', 'a group of two or three, two more'],
    ['{total:report} and {partTotal:poster}', '7.5 and 27.5'],
    ['by {date:report}, {time:report}', 'by 7 May 2027, 23:59'],
    ['{certificates} of {size:thesis}, {size:cv}', '21 of 50 MB, 0.5 MB'],
    [
      '{size:report} in this cohort, {size:poster} for a kind that it added',
      '3 MB in this cohort, 12 MB for a kind that it added',
    ],
    ['x {constructor}', 'x (not set)'],
    ['It carries {total:viva} marks.', 'It carries (not set) marks.'],
    ['const x = { a: 1 }; {} { maxMembers }', 'const x = { a: 1 }; {} { maxMembers }'],
  ])('changes “%s” to “%s”', (text, filled) => {
    expect(fillRulePlaceholders(text, build())).toBe(filled);
  });

  test.each([
    [undefined, 1, 'one', 'one', 'zero'],
    [undefined, 4, 'one, two, three or four', 'two, three or four', 'three'],
    [1, 3, 'one, two or three', 'two or three', 'two'],
    [3, 4, 'three or four', 'three or four', 'three'],
    [2, 2, 'two', 'two', 'one'],
  ])(
    'writes the sizes of groups with %s to %i members as words',
    (min, max, all, teams, further) => {
      const text = 'x {groupSizes}; {teamSizes}; {furtherMembers}';
      expect(fillRulePlaceholders(text, build(max, min))).toBe(`x ${all}; ${teams}; ${further}`);
    },
  );

  test('replaces placeholders in nested texts and leaves other values unchanged', () => {
    const value = {
      title: '{milestones}',
      list: [{ text: 'a {maxMembers}', hours: 3 }],
      none: null,
    };
    expect(fillRulePlaceholders(value, build())).toEqual({
      title: 'Two',
      list: [{ text: 'a three', hours: 3 }],
      none: null,
    });
  });
});

describe('findUnknownPlaceholders', () => {
  test('returns the path of each text with an unknown placeholder, and the known ones of its kind', () => {
    const value = [{ text: 'a {maxMembers}' }, { text: 'b {total:viva} {total:report}' }];
    expect(findUnknownPlaceholders(value, build())).toEqual([
      {
        path: [1, 'text'],
        message: '{total:viva} can’t be used here. Use one of {total:report}, {total:poster}.',
      },
    ]);
    expect(findUnknownPlaceholders('{members}', build())[0]?.message).toMatch(
      /^\{members\} can’t be used here\. Use one of \{maxMembers\}, /,
    );
  });
});
