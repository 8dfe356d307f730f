import { expect, test } from 'vitest';
import type { FullGroup } from '#contract/groups.ts';
import { semesterPart } from '#tools/test/small-scheme.ts';
import { toGroupChoice, toListedGroupChoice } from './group-choice.ts';

const keys = semesterPart.milestones.map(({ key }) => key);
const unmarked = { marks: null, feedback: 'Late.', revision: 1 };
const group = (...members: (number | null)[][]) =>
  ({
    _id: '1',
    fypGroupName: 'BSCS-2027-001',
    fypTitle: 'A robot',
    fypGroupMembers: members.map((marks, at) => ({
      name: `Member ${at}`,
      roll: `R-${at}`,
      ...Object.fromEntries(
        keys.map((key, place) => [key, { ...unmarked, marks: marks[place] ?? null }]),
      ),
    })),
  }) as unknown as FullGroup;

const all = keys.map(() => 0);

test('toGroupChoice and toListedGroupChoice count the marks that have been entered for a group on one tab', () => {
  const full = group([5], all);
  const marked = 1 + keys.length;
  const progress = `${marked} of ${2 * keys.length} marked`;
  const members = full.fypGroupMembers.map(({ name, roll }) => ({ name, roll }));
  expect(toGroupChoice(full, semesterPart)).toMatchObject({
    fypGroupName: 'BSCS-2027-001',
    progress,
  });
  const { _id, fypGroupName, fypTitle } = full;
  const listed = { _id, fypGroupName, fypTitle, members, marked: [99, marked] };
  expect(toListedGroupChoice(listed, semesterPart, 1)).toEqual({
    _id,
    fypGroupName,
    fypTitle,
    members,
    progress,
  });
});

test('toGroupChoice returns the progress “All marked” for a completely marked group', () => {
  expect(toGroupChoice(group(all, all), semesterPart).progress).toBe('All marked');
});
