// The tests of a copy of the project, run again and again with one change at a time in its sources.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { onEnd } from '#tools/test/on-end.ts';
import { applied, type Mutant } from './find-mutants.ts';

/** What the tests say of a mutant; `loads` is false when not even a test file could be loaded. */
type Verdict = { isKilled: boolean; by: string; loads: boolean };

const copied = 'contract server content tools trust package.json tsconfig.json'.split(' ');
const tests = ['contract/**/*.test.ts', 'server/**/*.test.ts', 'trust/worlds/run.test.ts'];
/** How many test files are tried before all others. */
const nearest = 22;
/** Longer than they take on a busy machine: the near tests, and all. */
const timeoutMs = { near: 2 * 60_000, all: 10 * 60_000 };

/** The given order is the order: the likeliest to notice come first. */
class AsGiven {
  shard<T>(files: T): T {
    return files;
  }
  sort<T>(files: T): T {
    return files;
  }
}

const openVitest = (root: string): Promise<Vitest> =>
  createVitest({
    config: false,
    root,
    watch: false,
    include: tests,
    env: { TEST_DATABASE: 'sqlite' },
    reporters: [{}],
    bail: 1,
    // One worker for all files, which ends with its process: most of the time would go into loading.
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    sequence: { sequencer: AsGiven },
    cache: false,
  });

/** Runs the near tests, then all others; the first that fails ends it. */
async function judge(
  vitest: Vitest,
  place: string,
  mutant: Mutant | undefined,
  isOnlyNear: boolean,
): Promise<Verdict> {
  const path = mutant && join(place, mutant.file);
  const source = path && readFileSync(path, 'utf8');
  if (path && source !== undefined) {
    writeFileSync(path, applied(source, mutant));
    vitest.invalidateFile(path);
  }
  try {
    const ranked = (await vitest.globTestSpecifications())
      .map((test) => ({ test, near: mutant && source ? nearness(test, mutant.file, source) : 0 }))
      .toSorted((a, b) => b.near - a.near);
    const near = ranked.filter((one) => one.near > 0).slice(0, nearest);
    const others = isOnlyNear ? [] : ranked.filter((one) => !near.includes(one));
    for (const part of [near, others]) {
      const verdict = await runSome(
        vitest,
        place,
        part.map(({ test }) => test),
      );
      if (verdict) return verdict;
    }
    return { isKilled: false, by: '', loads: true };
  } finally {
    if (path && source !== undefined) writeFileSync(path, source);
    if (path) vitest.invalidateFile(path);
  }
}

/** How soon a test file would notice a change: it lies beside it, or names something that the file exports. */
function nearness({ moduleId }: TestSpecification, changed: string, source: string): number {
  const text = readFileSync(moduleId, 'utf8');
  const word = basename(changed, '.ts');
  const isBeside = basename(moduleId).startsWith(`${word}.`);
  const folders = [dirname(changed), `server/${word}`];
  const isInFolder = folders.some((folder) => dirname(moduleId).endsWith(`/${folder}`));
  const exported = [...source.matchAll(/export (?:async )?(?:function|const|class) (\w+)/g)];
  const names = [
    ...exported.map(([, name]) => name),
    word.replace(/-(\w)/g, (_, c) => c.toUpperCase()),
  ];
  const isNamed = names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  const isBroad = /\/http\/(access|bystanders)\.test/.test(moduleId);
  const isSlow = /matrix|worlds/.test(moduleId);
  return (
    (isBeside ? 20 : 0) +
    (isInFolder ? 10 : 0) +
    (isNamed ? 8 : 0) +
    (isBroad ? 3 : 0) -
    (isSlow ? 50 : 0)
  );
}

/** Undefined when all of them pass. */
async function runSome(vitest: Vitest, place: string, specifications: TestSpecification[]) {
  if (specifications.length === 0) return undefined;
  const result = await vitest.runTestSpecifications(specifications);
  // What Vitest gives includes files of earlier runs; of these, as far as they were run, the first that failed.
  const modules = specifications.map(({ moduleId }) =>
    result.testModules.find((module) => module.moduleId === moduleId),
  );
  const failed = modules.find((module) => module?.state() === 'failed');
  if (failed) return blame(failed, relative(place, failed.moduleId));
  const [error] = result.unhandledErrors;
  if (error !== undefined)
    return { isKilled: true, by: `an uncaught error: ${error}`, loads: true };
  const ran = modules.filter((module) => module?.state() === 'passed').length;
  if (ran !== specifications.length)
    throw new Error(`Only ${ran} of ${specifications.length} test files ran.`);
  return undefined;
}

/** The first test that failed in a file; a file that cannot be loaded has none. */
function blame(module: TestModule, file: string): Verdict {
  const [failed] = [...module.children.allTests('failed')];
  const why = failed?.fullName ?? module.errors()[0]?.message ?? 'cannot be loaded';
  return { isKilled: true, by: `${file} › ${why}`, loads: failed !== undefined };
}

/** Judges one mutant after the other in a process of its own, which is replaced when a mutant loops for ever. */
export class TestBench {
  readonly #project: string;
  readonly #range: 'near' | 'all';
  #running: ReturnType<TestBench['start']> | undefined;

  constructor(project: string, range: 'near' | 'all') {
    this.#project = project;
    this.#range = range;
  }

  /** What the tests say of a mutant, or of no change at all. */
  async judge(mutant: Mutant | undefined): Promise<Verdict> {
    this.#running ??= this.start();
    const { child } = this.#running;
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), timeoutMs[this.#range]);
    const reply = once(child, 'message', { signal: over.signal });
    const ended = once(child, 'exit', { signal: over.signal }).then(() => {
      throw new Error('A test bench has ended.');
    });
    ended.catch(() => {});
    child.send({ mutant });
    try {
      const [verdict] = await Promise.race([reply, ended]);
      return verdict;
    } catch (error) {
      if (!over.signal.aborted) throw error;
      this.close();
      return { isKilled: true, by: 'no end', loads: true };
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  close(): void {
    this.#running?.end();
    this.#running = undefined;
  }

  start() {
    const place = mkdtempSync(join(tmpdir(), 'trust-mutants-'));
    // Without what a test runner may have put into its own environment.
    const { PATH, HOME } = process.env;
    const options = { serialization: 'advanced', env: { PATH, HOME } } as const;
    const child = fork(import.meta.filename, [this.#project, place, this.#range], options);
    const end = onEnd(() => {
      child.kill('SIGKILL');
      rmSync(place, { recursive: true, force: true });
    });
    return { child, end };
  }
}

if (import.meta.main) {
  const [project = '', place = '', range] = process.argv.slice(2);
  for (const name of copied.filter((one) => existsSync(join(project, one))))
    cpSync(join(project, name), join(place, name), { recursive: true });
  const modules = resolve(import.meta.dirname, '../../node_modules');
  symlinkSync(modules, join(place, 'node_modules'), 'junction');
  const vitest = openVitest(place);
  process.on('message', async ({ mutant }: { mutant: Mutant | undefined }) => {
    process.send?.(await judge(await vitest, place, mutant, range === 'near'));
  });
  process.on('disconnect', () => process.exit());
}
