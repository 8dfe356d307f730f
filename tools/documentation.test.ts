import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentKindKeys } from '#contract/documents.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('docs/configuration.md', () => {
  const configuration = read('docs/configuration.md');
  const variables = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(
    ([, name = '']) => name,
  );
  const sizeLimits = documentKindKeys.map(
    (kind) => `MAX_${kind.replace(/[A-Z]/g, '_$&').toUpperCase()}_MB`,
  );

  it('finds the variables in the source of the configuration', () => {
    expect(variables.length).toBeGreaterThan(20);
  });

  it.each(['ENV_FILE', ...variables, ...sizeLimits])('describes %s', (name) => {
    expect(configuration).toContain(`\`${name}\``);
  });
});
