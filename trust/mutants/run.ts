import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onEnd } from '#tools/test/on-end.ts';
import { type Asked, type Outcome, tooFew } from '#trust/lib/instrument.ts';
import { BenchProcess } from './bench-process.ts';
import { findMutants, type Mutant } from './find-mutants.ts';
import { harmless, isHarmless } from './harmless.ts';
import { guardedFiles } from './scope.ts';

export const project = resolve(import.meta.dirname, '../..');

/** All mutants of a project. */
export function mutantsOf(root: string): Mutant[] {
  return guardedFiles(root).flatMap((file) =>
    findMutants(file, readFileSync(join(root, file), 'utf8')),
  );
}

/** As many of a list, spread evenly over it. */
export function spread<T>(list: readonly T[], size: number): T[] {
  const step = Math.max(1, list.length / size);
  return list.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

const placeOf = ({ file, line, kind, does }: Mutant) => `${file}:${line}  ${kind}: ${does}`;

/** Access and validation checks taken away or turned round, one at a time: a test has to notice each. */
export async function run(asked: Asked): Promise<Outcome> {
  if (asked.plant !== 'no-test') return tryMutants(project, asked);
  const root = mkdtempSync(join(tmpdir(), 'trust-'));
  const clean = onEnd(() => rmSync(root, { recursive: true, force: true }));
  try {
    plantUnwatched(root);
    return await tryMutants(root, { ...asked, of: 'refusal', near: false });
  } finally {
    clean();
  }
}

async function tryMutants(
  root: string,
  { size, of = '', near: isOnlyNear = false, say }: Asked,
): Promise<Outcome> {
  const all = mutantsOf(root);
  const stale =
    root === project ? harmless.filter((one) => !all.some((it) => isHarmless(it, one))) : [];
  const wanted = all.filter((mutant) => new RegExp(of).test(placeOf(mutant)));
  const tried = wanted.filter((mutant) => !harmless.some((one) => isHarmless(mutant, one)));
  const queue = spread(tried, size);
  const survivors: Mutant[] = [];
  let [done, unloadable] = [0, 0];
  const total = queue.length;
  const work = async () => {
    const bench = new BenchProcess(root, isOnlyNear);
    try {
      if (!isOnlyNear) await bench.requireGreen();
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const { isKilled, by, loads } = await bench.judge(mutant);
        done += 1;
        if (!isKilled) survivors.push(mutant);
        if (!loads) unloadable += 1;
        const fate = isKilled ? 'killed  ' : 'SURVIVED';
        say?.(`${done}/${total} ${fate} ${placeOf(mutant)}${isKilled ? `  by ${by}` : ''}`);
      }
    } finally {
      bench.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, total) }, work));
  return {
    figures: {
      mutants: all.length,
      'harmless, each with its reason': wanted.length - tried.length,
      tried: total,
      killed: `${total - survivors.length}, ${unloadable} of them because a test file could not be loaded`,
      'left for all tests to notice': isOnlyNear ? survivors.map(placeOf).join('; ') : '',
    },
    findings: [
      // Of what the nearest tests do not notice only all of them together say whether nobody does.
      ...(isOnlyNear ? [] : survivors).map(
        (mutant) => `survived: ${placeOf(mutant)}\n  ${mutant.before}`,
      ),
      ...stale.map(({ file, does }) => `harmless.ts names what is no more: ${file} ${does}`),
    ],
    idle: tooFew({ 'mutants killed': [done - survivors.length, 1] }),
  };
}

/** A project with two checks, of which a test watches the first only. */
function plantUnwatched(root: string) {
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
