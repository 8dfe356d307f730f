import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onEnd } from '#tools/test/on-end.ts';
import type { Options, Report, Run } from '#trust/lib/instrument.ts';
import { type Mutant, mutantsOf } from './find-mutants.ts';
import { TestBench } from './test-bench.ts';

export const project = resolve(import.meta.dirname, '../..');

/** As many of a list, spread evenly over it. */
export function spread<T>(list: readonly T[], size: number): T[] {
  const step = Math.max(1, list.length / size);
  return list.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

const placeOf = ({ file, line, kind, does, harmless }: Mutant) =>
  `${file}:${line}  ${kind}: ${does}${harmless ? ' (marked harmless)' : ''}`;

/** Access and validation checks taken away or negated, one at a time: a test has to notice each. */
export const run: Run = async (options, report) => {
  if (options.plant !== 'no-test') return tryMutants(project, options, report);
  const root = mkdtempSync(join(tmpdir(), 'trust-'));
  const clean = onEnd(() => rmSync(root, { recursive: true, force: true }));
  try {
    writeUnwatched(root);
    await tryMutants(root, { ...options, of: 'refusal', near: false }, report);
  } finally {
    clean();
  }
};

/** Those marked harmless are tried only when `of` asks for "harmless": then they have to survive. */
async function tryMutants(
  root: string,
  { size, of = '', near: isOnlyNear = false, progress }: Options,
  report: Report,
) {
  const { mutants, idleMarkers } = mutantsOf(root);
  const wanted = mutants.filter((mutant) => new RegExp(of).test(placeOf(mutant)));
  const mustSurvive = /harmless/.test(of);
  const queue = spread(
    wanted.filter(({ harmless }) => mustSurvive || !harmless),
    size,
  );
  const [killed, survived]: [Mutant[], Mutant[]] = [[], []];
  const total = queue.length;
  let unloadable = 0;
  const work = async () => {
    const bench = new TestBench(root, isOnlyNear ? 'near' : 'all');
    try {
      const { isKilled: isRed, by: why } = await bench.judge(undefined);
      if (isRed) throw new Error(`The tests fail without any change: ${why}`);
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const { isKilled, by, loads } = await bench.judge(mutant);
        (isKilled ? killed : survived).push(mutant);
        if (!loads) unloadable += 1;
        const result = isKilled
          ? `killed   ${placeOf(mutant)}  by ${by}`
          : `SURVIVED ${placeOf(mutant)}`;
        progress?.(`${killed.length + survived.length}/${total} ${result}`);
      }
    } finally {
      bench.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, total) }, work));
  // What the nearest tests do not notice another may: only all of them together make it a violation.
  const lines = mustSurvive
    ? killed.map((mutant) => `killed, though marked: ${placeOf(mutant)}`)
    : (isOnlyNear ? [] : survived).map((one) => `survived: ${placeOf(one)}\n  ${one.before}`);
  report.violate(...lines, ...idleMarkers);
  report.count('mutants', mutants.length);
  report.count('marked harmless', wanted.filter(({ harmless }) => harmless).length);
  report.count('killed', killed.length);
  report.count('killed because a test file could not be loaded', unloadable);
  report.count('survived', survived.length);
  if (isOnlyNear) report.figures['left for all tests to notice'] = survived.map(placeOf).join('; ');
  report.requireAtLeast({ killed: mustSurvive ? 0 : 1 });
}

/** A project with two checks, of which a test watches the first only. */
function writeUnwatched(root: string) {
  mkdirSync(join(root, 'contract'));
  cpSync(join(project, 'package.json'), join(root, 'package.json'));
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
test('nobody is younger than born', () => {
  expect(() => requireAge(-1)).toThrow('younger');
  requireAge(20);
});
`,
  );
}
