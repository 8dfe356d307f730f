import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('URLs of email addresses are built by `buildMailtoUrl` only, which escapes the address', () => {
  const files = globSync(['contract/**/*.ts', 'server/**/*.ts', 'client/**/*.{ts,tsx}']);
  const product = files.filter((file) => !file.includes('.test.'));
  const matching = product.filter((file) =>
    /mailto:\$\{|['"]mailto:['"] *\+/.test(readFileSync(file, 'utf8')),
  );
  expect(matching.toSorted()).toEqual([
    'contract/values/mailto.ts',
    // Compares a link that an admin typed with its words.
    'server/mail/formatted-email.ts',
  ]);
});
