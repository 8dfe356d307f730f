import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('`String.prototype.normalize` is called only in files on the allow list', () => {
  const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'client/**/*.{ts,tsx}']);
  const product = files.filter((file) => !file.includes('.test.'));
  const matching = product.filter((file) => readFileSync(file, 'utf8').includes('.normalize('));
  expect(matching.toSorted()).toEqual([
    // These two run only in the browser, so text that is slow to normalise delays only its user.
    'client/imports/match/match-columns.ts',
    'client/ui/list/matches-search.ts',
    'contract/values/normalise.ts',
    // Roll numbers have at most 30 characters, so normalising them is fast. This migration must not import `normalise`,
    // because a migration must not depend on code that may change.
    'server/groups/migrations/0006-roll-keys.ts',
    // Passwords have at most 128 characters, and existing hashes depend on the normalisation form.
    'server/session/password/password.ts',
  ]);
});
