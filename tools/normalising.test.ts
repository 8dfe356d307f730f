import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('only the listed files call `String.prototype.normalize`', () => {
  const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'client/**/*.{ts,tsx}']);
  const product = files.filter((file) => !file.includes('.test.'));
  const matching = product.filter((file) => readFileSync(file, 'utf8').includes('.normalize('));
  expect(matching.toSorted()).toEqual([
    // Matches spreadsheet headers and search text, in the browser only.
    'client/imports/match/match-columns.ts',
    'client/ui/list/matches-search.ts',
    'contract/values/normalise.ts',
    // Normalises roll numbers of at most 30 characters. A migration must not use newer code.
    'server/groups/migrations/0006-roll-keys.ts',
    // Normalises passwords of at most 128 characters; existing hashes depend on this form.
    'server/session/password/password.ts',
  ]);
});
