import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('texts are put into one Unicode form by the contract alone, which does it in time by their length', () => {
  const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'client/**/*.{ts,tsx}']);
  const product = files.filter((file) => !file.includes('.test.'));
  const found = product.filter((file) => readFileSync(file, 'utf8').includes('.normalize('));
  expect(found.toSorted()).toEqual([
    // Headers of a spreadsheet, and what somebody looks for, in their own browser.
    'client/imports/match-columns.ts',
    'client/ui/list/matches.ts',
    'contract/values/normalise.ts',
    // Of rolls, which have at most 30 characters, as they were compared when it was written.
    'server/db/migrations/0006-roll-keys.ts',
    // Of passwords, which have at most 128 characters by the contract; hashes depend on each of them.
    'server/session/password/password.ts',
  ]);
});
