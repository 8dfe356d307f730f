import { expect, test } from 'vitest';
import { type Given, strictnessOf } from './strictness.ts';

const given = (name: string, milestone: string, marks: number, mean: number): Given => ({
  key: name.toLowerCase(),
  name,
  milestone,
  marks,
  sum: mean * marks,
});

test('a marker is held against the mean of all marks on the same milestones, the strictest first', () => {
  expect(
    strictnessOf([given('Mild', 'thesis', 10, 80), given('Strict', 'thesis', 10, 60)]),
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

test('whoever marks only an easy milestone does not look mild', () => {
  const rows = strictnessOf([
    given('Both', 'easy', 10, 90),
    given('Both', 'hard', 10, 50),
    given('Easy only', 'easy', 10, 90),
  ]);
  expect(rows.map(({ name, difference }) => [name, difference])).toEqual([
    ['Both', 0],
    ['Easy only', 0],
  ]);
});

test('a marker with fewer than ten marks is said to have few', () => {
  const rows = strictnessOf([given('Nine', 'thesis', 9, 70), given('Ten', 'thesis', 10, 70)]);
  expect(rows.map(({ name, isFew }) => [name, isFew])).toEqual([
    ['Nine', true],
    ['Ten', false],
  ]);
});

test('without marks there are no markers', () => {
  expect(strictnessOf([])).toEqual([]);
});
