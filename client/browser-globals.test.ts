import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const files = globSync('**/*.{ts,tsx}', {
  cwd: import.meta.dirname,
  exclude: (name) => /^dist$|\.test\./.test(name),
});

const listFiles = (pattern: RegExp) =>
  files
    .filter((file) => pattern.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
    .sort();

test('only the storage module reads the browser’s storage, which may be blocked', () => {
  const pattern = /\b(localStorage|sessionStorage|indexedDB)\b/;
  expect(listFiles(pattern)).toEqual(['api/session/safe-storage.ts', 'early-events.ts']);
});

test('only the module of the server’s time reads the computer’s clock, which may be wrong', () => {
  // The cache of replies measures their age with the computer's clock.
  const pattern = /\bDate\.now\(|\bnew Date\(\)/;
  expect(listFiles(pattern)).toEqual(['api/connection/server-clock.ts', 'api/page-data.ts']);
});
