import { expect, test } from 'vitest';
import { applied, findMutants } from './find-mutants.ts';
import { harmless, isHarmless } from './harmless.ts';
import { mutantsOf, project, run, spread } from './run.ts';

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
  const said: string[] = [];
  const say = (progress: string) => said.push(progress);
  const { findings } = await run({ size: 10, database: 'sqlite', seed: 1, plant: 'no-test', say });
  expect(said.join('\n')).toContain(
    'killed   contract/age.ts:2  refusal: does not refuse  by contract/age.test.ts › nobody is younger than born',
  );
  expect(findings).toEqual([
    expect.stringContaining('survived: contract/age.ts:3  refusal: does not refuse'),
  ]);
});
