import { expect, test } from 'vitest';
import { matchesSearch } from './matches-search.ts';

test('matches requires every word in any of the texts, in any order', () => {
  expect(matchesSearch('java coursera', 'Coursera', 'Programming in Java')).toBe(true);
  expect(matchesSearch('java edx', 'Coursera', 'Programming in Java')).toBe(false);
});

test('matches ignores case, accents and repeated spaces', () => {
  expect(matchesSearch('  ECOLE   Resume ', 'École Polytechnique', 'Résumé')).toBe(true);
});

test('matches returns true for an empty search', () => {
  expect(matchesSearch(' ', 'anything')).toBe(true);
});
