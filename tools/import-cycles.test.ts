import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const biome = resolve('node_modules/@biomejs/biome/bin/biome');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'import-cycles-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Lints the given files with the rules in `biome.json`. Returns those that are part of an import cycle. */
function findCycles(files: Record<string, string>): string[] {
  const settings = { root: true, extends: [resolve('biome.json')], vcs: { enabled: false } };
  const project = {
    'biome.json': JSON.stringify(settings),
    'package.json': JSON.stringify({ type: 'module', imports: { '#contract/*': './contract/*' } }),
    ...files,
  };
  for (const [name, text] of Object.entries(project)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const options = ['lint', '--only=suspicious/noImportCycles', '--reporter=json', '.'];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], {
    cwd: folder,
    encoding: 'utf8',
  });
  const { diagnostics }: { diagnostics: { location: { path: string } }[] } = JSON.parse(stdout);
  return diagnostics.map(({ location }) => location.path).toSorted();
}

test('biome check rejects a cycle of type imports that spans three folders and uses path aliases', () => {
  const cycle = findCycles({
    'contract/a.ts': "import type { B } from './values/b.ts';\nexport type A = B[];",
    'contract/values/b.ts': "import type { C } from '#contract/rules/c.ts';\nexport type B = C[];",
    'contract/rules/c.ts': "import type { A } from '#contract/a.ts';\nexport type C = { a?: A };",
  });
  expect(cycle).toEqual(['contract/a.ts', 'contract/rules/c.ts', 'contract/values/b.ts']);
});

test('biome check accepts two files that both import the same third file', () => {
  const cycle = findCycles({
    'contract/a.ts':
      "import type { B } from './b.ts';\nimport type { C } from './c.ts';\nexport type A = [B, C];",
    'contract/b.ts': "import type { C } from './c.ts';\nexport type B = C[];",
    'contract/c.ts': 'export type C = string;',
  });
  expect(cycle).toEqual([]);
});
