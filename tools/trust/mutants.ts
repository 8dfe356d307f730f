// What `npm run trust:mutants` runs: every access and validation check taken away or turned round, one at a time.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BenchProcess } from './mutants/bench-process.ts';
import { findMutants, type Mutant } from './mutants/find-mutants.ts';
import { harmless, isHarmless } from './mutants/harmless.ts';
import { guardedFiles } from './mutants/scope.ts';

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

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      size: { type: 'string' },
      only: { type: 'string', default: '' },
      root: { type: 'string', default: project },
      near: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const only = new RegExp(values.only);
  const all = mutantsOf(values.root);
  const stale =
    values.root === project
      ? harmless.filter((one) => !all.some((mutant) => isHarmless(mutant, one)))
      : [];
  for (const { file, does } of stale)
    console.error(`harmless.ts names what is no more: ${file} ${does}`);
  const wanted = all.filter((mutant) => only.test(placeOf(mutant)));
  const untried = wanted.filter((mutant) => harmless.some((one) => isHarmless(mutant, one)));
  const tried = wanted.filter((mutant) => !untried.includes(mutant));
  const queue = spread(tried, Number(values.size ?? tried.length));
  console.log(
    `${all.length} mutants, ${untried.length} of those asked for are harmless, ${queue.length} are tried`,
  );
  if (values.list) {
    for (const mutant of queue) console.log(placeOf(mutant));
    process.exit(0);
  }

  const survivors: Mutant[] = [];
  let unloadable = 0;
  let done = 0;
  const total = queue.length;
  const since = performance.now();
  const work = async () => {
    const bench = new BenchProcess(values.root, values.near);
    try {
      if (!values.near) await bench.requireGreen();
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
        const { isKilled, by, loads } = await bench.judge(mutant);
        done += 1;
        if (!isKilled) survivors.push(mutant);
        if (!loads) unloadable += 1;
        console.log(
          `${done}/${total} ${isKilled ? 'killed  ' : 'SURVIVED'} ${placeOf(mutant)}${isKilled ? `  by ${by}` : ''}`,
        );
      }
    } finally {
      bench.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, total) }, work));

  for (const mutant of survivors)
    console.error(`survived  ${placeOf(mutant)}\n          ${mutant.before}`);
  console.log(`mutants     ${total}
killed      ${total - survivors.length}, ${unloadable} of them because a test file could not be loaded
survived    ${survivors.length}
harmless    ${untried.length}, each with its reason in tools/trust/mutants/harmless.ts
time        ${Math.round((performance.now() - since) / 1000)} s`);
  process.exitCode = survivors.length + stale.length === 0 ? 0 : 1;
}
