import { expect, test } from 'vitest';
import type { EditConflict } from '#contract/problem.ts';
import { smallScheme } from '#tools/test/small-scheme.ts';
import { formatConflictTitle, formatConflictValues, getOwnValues } from './conflict-values.ts';

const ofCell = {
  memberId: 'm1',
  memberName: 'Sara Ali',
  milestone: 'proposal',
  marks: 8,
  feedback: 'Good.',
  revision: 2,
} as EditConflict;
const ofViva = {
  memberId: null,
  milestone: null,
  marks: null,
  feedback: 'Well defended.',
  vivaDate: '2027-05-22',
  vivaStatus: 'pass',
  revision: 3,
} as unknown as EditConflict;
const cell = { memberId: 'm1', milestone: 'proposal', revision: 1 } as const;

test('getOwnValues returns the saved feedback if the user typed only marks', () => {
  const values = getOwnValues(ofCell, { cells: [{ ...cell, marks: '7,5' }] });
  expect(values).toEqual({ marks: 7.5, feedback: 'Good.' });
  expect(formatConflictValues(ofCell, values, smallScheme)).toBe('7.5 / 10');
});

test('getOwnValues returns null for marks that the user cleared', () => {
  const values = getOwnValues(ofCell, { cells: [{ ...cell, marks: '' }] });
  expect(formatConflictValues(ofCell, values, smallScheme)).toBe('no marks');
});

test('a viva conflict is formatted as the date and status of the viva record', () => {
  const values = getOwnValues(ofViva, { cells: [], viva: { vivaDate: '', revision: 1 } });
  expect(formatConflictValues(ofViva, ofViva, smallScheme)).toBe('22 May 2027, pass');
  expect(formatConflictValues(ofViva, values, smallScheme)).toBe('no date, pass');
});

test('formatConflictTitle names the member and the milestone, or the viva record', () => {
  expect(formatConflictTitle(ofCell, smallScheme)).toBe('Sara Ali: Proposal');
  expect(formatConflictTitle(ofViva, smallScheme)).toBe('Viva record');
});
