import { expect, test } from 'vitest';
import { computeMarkerStrictness, type MarkerMilestoneMarks } from './strictness.ts';

const marksBy = (
  name: string,
  milestone: string,
  marks: number,
  mean: number,
): MarkerMilestoneMarks => ({
  key: name.toLowerCase(),
  name,
  milestone,
  marks,
  sum: mean * marks,
});

test('computeMarkerStrictness compares each marker’s mean with the mean of all marks for the same milestones, and returns the strictest first', () => {
  expect(
    computeMarkerStrictness([
      marksBy('Mild', 'thesis', 10, 80),
      marksBy('Strict', 'thesis', 10, 60),
    ]),
  ).toEqual([
    {
      key: 'strict',
      name: 'Strict',
      marks: 10,
      mean: 60,
      expected: 70,
      difference: -10,
      isFew: false,
    },
    { key: 'mild', name: 'Mild', marks: 10, mean: 80, expected: 70, difference: 10, isFew: false },
  ]);
});

test('computeMarkerStrictness does not rate a marker as lenient merely because they mark an easy milestone', () => {
  const rows = computeMarkerStrictness([
    marksBy('Both', 'easy', 10, 90),
    marksBy('Both', 'hard', 10, 50),
    marksBy('Easy only', 'easy', 10, 90),
  ]);
  expect(rows.map(({ name, difference }) => [name, difference])).toEqual([
    ['Both', 0],
    ['Easy only', 0],
  ]);
});

test('computeMarkerStrictness flags a marker with fewer than ten marks as having too few marks', () => {
  const rows = computeMarkerStrictness([
    marksBy('Nine', 'thesis', 9, 70),
    marksBy('Ten', 'thesis', 10, 70),
  ]);
  expect(rows.map(({ name, isFew }) => [name, isFew])).toEqual([
    ['Nine', true],
    ['Ten', false],
  ]);
});

test('computeMarkerStrictness returns no rows if there are no marks', () => {
  expect(computeMarkerStrictness([])).toEqual([]);
});
