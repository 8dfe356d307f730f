import { expect, test } from 'vitest';
import { readDevelopers, withDeveloper, withoutDeveloper } from './stored-developers.ts';

const entry = (name: string) => ({ name, role: 'Tester', bio: 'Tests.', year: '2027', photo: '' });

test.each([null, '', 'no json', 'null', '{}', '"text"', '[null, 7, "x", {"name": "half"}]'])(
  'nothing is shown of %j',
  (stored) => {
    expect(readDevelopers(stored)).toEqual([]);
  },
);

test('An entry of an earlier version is shown: a year as a number, and initials for a photo that is a web address.', () => {
  const earlier = { ...entry('One'), year: 2025, photo: 'https://pictures.example/one.jpg' };
  const { photo, ...without } = entry('Two');
  expect(readDevelopers(JSON.stringify([earlier, without]))).toEqual([
    { entry: { ...entry('One'), year: '2025', photo: '' }, place: 0 },
    { entry: entry('Two'), place: 1 },
  ]);
});

test('entries are kept in the order in which they were added', () => {
  const one = withDeveloper(null, entry('One'));
  const two = withDeveloper(one, entry('Two'));
  expect(readDevelopers(two)).toEqual([
    { entry: entry('One'), place: 0 },
    { entry: entry('Two'), place: 1 },
  ]);
});

test('removing one leaves the others, also those that cannot be shown', () => {
  const stored = JSON.stringify([{ alien: true }, entry('One'), entry('Two')]);
  const [first] = readDevelopers(stored);
  expect(first).toEqual({ entry: entry('One'), place: 1 });
  expect(JSON.parse(withoutDeveloper(stored, 1))).toEqual([{ alien: true }, entry('Two')]);
});

test('of two equal entries only one is removed', () => {
  const stored = JSON.stringify([entry('One'), entry('One')]);
  expect(readDevelopers(withoutDeveloper(stored, 1))).toHaveLength(1);
});
