import { expect, test } from 'vitest';
import { RunReport } from '#trust/lib/instrument.ts';
import { applyMutant, findAllMutants, findMutants, flagHarmlessMutants } from './find-mutants.ts';
import { pickEvenly, projectRoot, run } from './run.ts';

test('findAllMutants finds mutants of every kind in this project and no stale entry in the list of harmless mutants', () => {
  const { mutants, staleEntries } = findAllMutants(projectRoot);
  expect(mutants.length).toBeGreaterThan(500);
  expect([...new Set(mutants.map(({ kind }) => kind))].sort()).toEqual(
    'access condition flag header limit part refusal right schema step where'.split(' '),
  );
  expect(staleEntries).toEqual([]);
  expect(mutants.filter(({ harmless }) => harmless).length).toBeLessThan(mutants.length / 10);
  expect(pickEvenly(mutants, 50)).toHaveLength(50);
});

const source = `export function requireAge(age: number) {
  if (age < 0) throw new Error('younger than born');
  if (age > 150) throw new Error('older than anybody');
}
`;
const refusal = "throw new Error('older than anybody');";

test('findMutants returns two mutants for each check that throws: one with a negated condition and one without the throw', () => {
  const mutants = findMutants('contract/age.ts', source);
  expect(mutants.map(({ line, kind }) => [line, kind])).toEqual([
    [2, 'condition'],
    [2, 'refusal'],
    [3, 'condition'],
    [3, 'refusal'],
  ]);
  const [first] = mutants;
  expect(first && applyMutant(source, first)).toBe(source.replace('age < 0', '!(age < 0)'));
});

test.each([
  ['a listed mutant', `contract/age.ts requireAge refusal: ${refusal}`, [3]],
  ['the mutant with a number', 'contract/age.ts requireAge condition: age < 0 #1', [2]],
  ['no mutant of another function', `contract/age.ts mayVote refusal: ${refusal}`, []],
  ['no mutant whose code has changed', 'contract/age.ts requireAge refusal: return;', []],
])(
  'flagHarmlessMutants marks %s, and reports an entry without a match as stale',
  (_, entry, lines) => {
    const mutants = findMutants('contract/age.ts', source);
    const stale = flagHarmlessMutants(mutants, { 'Nobody is older.': [entry] });
    expect(mutants.filter(({ harmless }) => harmless).map(({ line }) => line)).toEqual(lines);
    expect(stale).toHaveLength(lines.length === 0 ? 1 : 0);
  },
);

test('a mutation test run reports only the mutants that no test detects', {
  timeout: 600_000,
}, async () => {
  const messages: string[] = [];
  const progress = (message: string) => messages.push(message);
  const report = new RunReport();
  await run({ size: 10, database: 'sqlite', seed: 1, fault: 'no-test', progress }, report);
  expect(messages.join('\n')).toContain(
    'killed   contract/age.ts:2  refusal: does not refuse  by contract/age.test.ts › requireAge rejects a negative age',
  );
  expect(report.violations).toEqual([
    expect.stringContaining('survived: contract/age.ts:3  refusal: does not refuse'),
  ]);
});
