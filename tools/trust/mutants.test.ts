import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applied, findMutants } from './mutants/find-mutants.ts';
import { harmless, isHarmless } from './mutants/harmless.ts';
import { mutantsOf, project, spread } from './mutants.ts';

const all = mutantsOf(project);

test('finds every kind of check, and at least 200', () => {
  expect(all.length).toBeGreaterThan(200);
  const kinds = Map.groupBy(all, ({ kind }) => kind);
  expect([...kinds.keys()].sort()).toEqual(
    'access condition flag header limit part refusal right schema step where'.split(' '),
  );
  expect(spread(all, 50)).toHaveLength(50);
});

test('what is said to change nothing is there, once, with a reason', () => {
  for (const one of harmless) {
    expect(all.filter((mutant) => isHarmless(mutant, one)).length, one.does).toBe(1);
    expect(one.why.length, one.does).toBeGreaterThan(20);
  }
  expect(harmless.length).toBeLessThan(all.length / 10);
});

const source = `export function requireAge(age: number) {
  if (age < 0) throw new Error('younger than born');
  if (age > 150) throw new Error('older than anybody');
}
`;

test('is one change at one place', () => {
  const mutants = findMutants('contract/age.ts', source);
  expect(mutants.map(({ line, kind }) => `${line} ${kind}`)).toEqual([
    '2 condition',
    '2 refusal',
    '3 condition',
    '3 refusal',
  ]);
  const [first] = mutants;
  expect(first && applied(source, first)).toBe(source.replace('age < 0', '!(age < 0)'));
});

test('tells a check that a test watches from one that none does', {
  timeout: 600_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'contract'));
  cpSync(join(project, 'package.json'), join(root, 'package.json'));
  writeFileSync(join(root, 'contract/age.ts'), source);
  writeFileSync(
    join(root, 'contract/age.test.ts'),
    `import { expect, test } from 'vitest';
import { requireAge } from './age.ts';
test('nobody is younger than born', () => {
  expect(() => requireAge(-1)).toThrow('younger');
  requireAge(20);
});`,
  );
  const { code, output } = await runMutants('--root', root, '--only', 'refusal');
  expect(output).toContain(
    'killed   contract/age.ts:2  refusal: does not refuse  by contract/age.test.ts › nobody is younger than born',
  );
  expect(output).toContain('SURVIVED contract/age.ts:3  refusal: does not refuse');
  expect(output).toContain('survived    1');
  expect(code).toBe(1);
});

/** The command by itself, without what Vitest puts into the environment of its tests. */
function runMutants(...options: string[]): Promise<{ code: unknown; output: string }> {
  const command = join(project, 'tools/trust/mutants.ts');
  const { PATH, HOME } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...options], { env: { PATH, HOME } }, (error, out, said) =>
      resolve({ code: error?.code ?? 0, output: out + said }),
    );
  });
}
