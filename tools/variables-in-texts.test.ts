import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Environment } from '#server/config-schema.ts';

const names = Object.keys(Environment.shape).filter((name) => name.includes('_'));
const variable = new RegExp(`\\b(${names.join('|')})\\b`);
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Texts for operators, who can change the variable. */
const forOperators = new Set([
  'server/installation/require-changeable.ts',
  'server/metrics/metrics.ts',
]);

/** Returns the texts that users may read: everything on pages and in the contract, and on the server errors and emails. */
function findTexts(file: string): string[] {
  const source = readFileSync(file, 'utf8').replace(comments, '');
  const isWhole = !file.startsWith('server/') || /-(emails?|notices)\.ts$/.test(file);
  return isWhole ? [source] : (source.match(/new Problem\([^;]*;/g) ?? []);
}

it('texts for students and staff name no environment variable', () => {
  const files = globSync(['{client,contract,server}/**/*.{ts,tsx}', 'content/**/*.yaml']);
  const naming = files
    .filter((file) => !/\.test\.|^server\/test\//.test(file) && !forOperators.has(file))
    .filter((file) => findTexts(file).some((text) => variable.test(text)));
  expect(naming).toEqual([]);
});
