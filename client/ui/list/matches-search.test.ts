import { expect, test } from 'vitest';
import { matchesSearch } from './matches-search.ts';

test('matchesSearch returns true only if every word of the search occurs in one of the texts, in any order', () => {
  expect(matchesSearch('java coursera', 'Coursera', 'Programming in Java')).toBe(true);
  expect(matchesSearch('java edx', 'Coursera', 'Programming in Java')).toBe(false);
});

test('matchesSearch ignores case, accents and repeated spaces', () => {
  expect(matchesSearch('  ECOLE   Resume ', 'École Polytechnique', 'Résumé')).toBe(true);
});

test('matchesSearch returns true for an empty search', () => {
  expect(matchesSearch(' ', 'anything')).toBe(true);
});
