import { expect, test } from 'vitest';
import type { Conflict } from '#contract/problem.ts';
import { smallScheme } from '#tools/test/small-scheme.ts';
import { formatConflictTitle, formatValues, ownValues } from './conflict-values.ts';

const ofCell = {
  memberId: 'm1',
  memberName: 'Sara Ali',
  milestone: 'proposal',
  marks: 8,
  feedback: 'Good.',
  revision: 2,
} as Conflict;
const ofViva = {
  memberId: null,
  milestone: null,
  marks: null,
  feedback: 'Well defended.',
  vivaDate: '2027-05-22',
  vivaStatus: 'pass',
  revision: 3,
} as unknown as Conflict;
const cell = { memberId: 'm1', milestone: 'proposal', revision: 1 } as const;

test('keeping one’s own marks takes the other’s feedback where one typed none', () => {
  const own = ownValues(ofCell, { cells: [{ ...cell, marks: '7,5' }] });
  expect(own).toEqual({ marks: 7.5, feedback: 'Good.' });
  expect(formatValues(ofCell, own, smallScheme)).toBe('7.5 / 10');
});

test('marks that were emptied are no marks', () => {
  const own = ownValues(ofCell, { cells: [{ ...cell, marks: '' }] });
  expect(formatValues(ofCell, own, smallScheme)).toBe('no marks');
});

test('of the viva’s record the date and the status are named', () => {
  const own = ownValues(ofViva, { cells: [], viva: { vivaDate: '', revision: 1 } });
  expect(formatValues(ofViva, ofViva, smallScheme)).toBe('22 May 2027, pass');
  expect(formatValues(ofViva, own, smallScheme)).toBe('no date, pass');
});

test('a conflict is titled by its member and milestone', () => {
  expect(formatConflictTitle(ofCell, smallScheme)).toBe('Sara Ali: Proposal');
  expect(formatConflictTitle(ofViva, smallScheme)).toBe('Viva record');
});
