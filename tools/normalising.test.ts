import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('Unicode normalisation is called in the listed files only', () => {
  const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'client/**/*.{ts,tsx}']);
  const product = files.filter((file) => !file.includes('.test.'));
  const matching = product.filter((file) => readFileSync(file, 'utf8').includes('.normalize('));
  expect(matching.toSorted()).toEqual([
    // Spreadsheet headers and searches in the browser.
    'client/imports/match/match-columns.ts',
    'client/ui/list/matches-search.ts',
    'contract/values/normalise.ts',
    // Roll numbers of at most 30 characters, in the form of that migration.
    'server/groups/migrations/0006-roll-keys.ts',
    // Passwords of at most 128 characters; existing hashes depend on this form.
    'server/session/password/password.ts',
  ]);
});
