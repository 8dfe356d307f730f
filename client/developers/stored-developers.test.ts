import { expect, test } from 'vitest';
import { appendDeveloper, parseDevelopers, removeDeveloperAt } from './stored-developers.ts';

const entry = (name: string) => ({ name, role: 'Tester', bio: 'Tests.', year: '2027', photo: '' });

test.each([null, '', 'no json', 'null', '{}', '"text"', '[null, 7, "x", {"name": "half"}]'])(
  'parseDevelopers returns no entries for the invalid stored value %j',
  (stored) => {
    expect(parseDevelopers(stored)).toEqual([]);
  },
);

test('parseDevelopers converts numeric years to strings and drops external photo URLs from entries that earlier versions stored', () => {
  const earlier = { ...entry('One'), year: 2025, photo: 'https://pictures.example/one.jpg' };
  const { photo, ...without } = entry('Two');
  expect(parseDevelopers(JSON.stringify([earlier, without]))).toEqual([
    { entry: { ...entry('One'), year: '2025', photo: '' }, place: 0 },
    { entry: entry('Two'), place: 1 },
  ]);
});

test('appendDeveloper adds a developer after the existing entries', () => {
  const first = appendDeveloper(null, entry('One'));
  const second = appendDeveloper(first, entry('Two'));
  expect(parseDevelopers(second)).toEqual([
    { entry: entry('One'), place: 0 },
    { entry: entry('Two'), place: 1 },
  ]);
});

test('removeDeveloperAt keeps all other entries, including invalid ones', () => {
  const stored = JSON.stringify([{ alien: true }, entry('One'), entry('Two')]);
  const [first] = parseDevelopers(stored);
  expect(first).toEqual({ entry: entry('One'), place: 1 });
  expect(JSON.parse(removeDeveloperAt(stored, 1))).toEqual([{ alien: true }, entry('Two')]);
});

test('removeDeveloperAt removes only one of two equal entries', () => {
  const stored = JSON.stringify([entry('One'), entry('One')]);
  expect(parseDevelopers(removeDeveloperAt(stored, 1))).toHaveLength(1);
});
