import { expect, test } from 'vitest';
import { matches } from './matches.ts';

test('every word has to be found, in any order and any of the texts', () => {
  expect(matches('java coursera', 'Coursera', 'Programming in Java')).toBe(true);
  expect(matches('java edx', 'Coursera', 'Programming in Java')).toBe(false);
});

test('case, accents and surplus spaces do not count', () => {
  expect(matches('  ECOLE   Resume ', 'École Polytechnique', 'Résumé')).toBe(true);
});

test('nothing looked for matches everything', () => {
  expect(matches(' ', 'anything')).toBe(true);
});
