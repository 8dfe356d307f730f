import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onProcessEnd } from '#tools/test/on-end.ts';
import type { RunOptions, RunReport, TrustToolRunner } from '#trust/lib/instrument.ts';
import { findAllMutants, type Mutant } from './find-mutants.ts';
import { harmlessMutants } from './harmless.ts';
import { MutantTestRunner, noEnd } from './test-runner.ts';

export const projectRoot = resolve(import.meta.dirname, '../..');

export function pickEvenly<T>(list: readonly T[], size: number): T[] {
  const step = Math.max(1, list.length / size);
  return list.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

const shorten = (text: string) => (text.length > 90 ? `${text.slice(0, 89)}…` : text);

const format = ({ file, line, kind, effect, harmless }: Mutant) =>
  `${file}:${line}  ${kind}: ${shorten(effect)}${harmless ? ' (harmless)' : ''}`;

/** Removes or negates access and validation checks, one at a time. The tests must detect each of these mutants. */
export const run: TrustToolRunner = async (options, report) => {
  if (options.fault !== 'no-test') return tryMutants(projectRoot, options, report);
  const root = mkdtempSync(join(tmpdir(), 'trust-'));
  const clean = onProcessEnd(() => rmSync(root, { recursive: true, force: true }));
  try {
    writeSampleProject(root);
    await tryMutants(root, { ...options, pattern: 'refusal', near: false }, report);
  } finally {
    clean();
  }
};

/** Tests the selected mutants. If the pattern contains "harmless", selects harmless mutants, which must survive. */
async function tryMutants(
  root: string,
  { size, pattern = '', near: isOnlyNear = false, progress }: RunOptions,
  report: RunReport,
) {
  const list = root === projectRoot ? harmlessMutants : {};
  const { mutants, staleEntries } = findAllMutants(root, list);
  const selected = mutants.filter((mutant) => new RegExp(pattern).test(format(mutant)));
  const mustSurvive = /harmless/.test(pattern);
  const queue = pickEvenly(
    selected.filter(({ harmless }) => mustSurvive || !harmless),
    size,
  );
  const [killed, survived]: [Mutant[], Mutant[]] = [[], []];
  const total = queue.length;
  let [unloadable, endless] = [0, 0];
  const runWorker = async () => {
    const bench = new MutantTestRunner(root, isOnlyNear ? 'near' : 'all');
    try {
      const { isKilled: hasFailure, by: reason } = await bench.runTests(undefined);
      if (hasFailure) throw new Error(`The tests fail without any change: ${reason}`);
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const { isKilled, by, loads } = await bench.runTests(mutant);
        (isKilled ? killed : survived).push(mutant);
        if (!loads) unloadable += 1;
        if (by === noEnd) endless += 1;
        const result = isKilled
          ? `killed   ${format(mutant)}  by ${by}`
          : `SURVIVED ${format(mutant)}`;
        progress?.(`${killed.length + survived.length}/${total} ${result}`);
      }
    } finally {
      bench.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, total) }, runWorker));
  // If only the likeliest tests have run, a surviving mutant is no violation, because other tests may detect it.
  const lines = mustSurvive
    ? killed.map((mutant) => `killed, though listed as harmless: ${format(mutant)}`)
    : (isOnlyNear ? [] : survived).map(
        (mutant) => `survived: ${format(mutant)}\n  ${shorten(mutant.original)}`,
      );
  report.addViolations(...lines, ...staleEntries);
  report.count('mutants', mutants.length);
  report.count('harmless', selected.filter(({ harmless }) => harmless).length);
  report.count('killed', killed.length);
  report.count('killed because a test file could not be loaded', unloadable);
  // On a busy machine, the tests may take longer than the limit without a mutant: repeat such a run.
  report.count('killed because the tests exceeded the time limit', endless);
  report.count('survived', survived.length);
  if (isOnlyNear) report.figures['left for all tests to notice'] = survived.map(format).join('; ');
  report.requireAtLeast({ killed: mustSurvive ? 0 : 1 });
}

function writeSampleProject(root: string) {
  mkdirSync(join(root, 'contract'));
  cpSync(join(projectRoot, 'package.json'), join(root, 'package.json'));
  writeFileSync(
    join(root, 'contract/age.ts'),
    `export function requireAge(age: number) {
  if (age < 0) throw new Error('younger than born');
  if (age > 150) throw new Error('older than anybody');
}
`,
  );
  writeFileSync(
    join(root, 'contract/age.test.ts'),
    `import { expect, test } from 'vitest';
import { requireAge } from './age.ts';
test('requireAge rejects a negative age', () => {
  expect(() => requireAge(-1)).toThrow('younger');
  requireAge(20);
});
`,
  );
}
