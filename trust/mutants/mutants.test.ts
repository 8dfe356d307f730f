import { expect, test } from 'vitest';
import { Report } from '#trust/lib/instrument.ts';
import { applied, findMutants, mutantsOf } from './find-mutants.ts';
import { project, run, spread } from './run.ts';

test('mutants of every kind are found in the sources, and each marker excuses one that is there', () => {
  const { mutants, idleMarkers } = mutantsOf(project);
  expect(mutants.length).toBeGreaterThan(500);
  expect([...new Set(mutants.map(({ kind }) => kind))].sort()).toEqual(
    'access condition flag header limit part refusal right schema step where'.split(' '),
  );
  expect(idleMarkers).toEqual([]);
  expect(mutants.filter(({ harmless }) => harmless).length).toBeLessThan(mutants.length / 10);
  expect(spread(mutants, 50)).toHaveLength(50);
});

const source = `export function requireAge(age: number) {
  if (age < 0) throw new Error('younger than born');
  // mutant-harmless refusal: nobody is older
  if (age > 150) throw new Error('older than anybody');
}
`;

test('a mutant is one change at one place, and a marker excuses the kinds it names on the next line', () => {
  const mutants = findMutants('contract/age.ts', source);
  expect(mutants.map(({ line, kind, harmless }) => [line, kind, harmless])).toEqual([
    [2, 'condition', undefined],
    [2, 'refusal', undefined],
    [4, 'condition', undefined],
    [4, 'refusal', 'nobody is older'],
  ]);
  const [first] = mutants;
  expect(first && applied(source, first)).toBe(source.replace('age < 0', '!(age < 0)'));
});

test('the mutation tells a check that a test watches from one that none does', {
  timeout: 600_000,
}, async () => {
  const said: string[] = [];
  const progress = (message: string) => said.push(message);
  const report = new Report();
  await run({ size: 10, database: 'sqlite', seed: 1, plant: 'no-test', progress }, report);
  expect(said.join('\n')).toContain(
    'killed   contract/age.ts:2  refusal: does not refuse  by contract/age.test.ts › nobody is younger than born',
  );
  expect(report.violations).toEqual([
    expect.stringContaining('survived: contract/age.ts:3  refusal: does not refuse'),
  ]);
});
