// The tests of a copy of the project, run again and again with one change at a time in its sources.

import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import {
  createVitest,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';
import { applied, type Mutant } from './find-mutants.ts';
import { nearness } from './nearness.ts';

/** What the tests say of a mutant; `loads` is false when not even a test file could be loaded. */
export type Verdict = { isKilled: boolean; by: string; loads: boolean };

const folders = [
  'contract',
  'server',
  'content',
  'tools',
  'trust',
  'package.json',
  'tsconfig.json',
];
const tests = ['contract/**/*.test.ts', 'server/**/*.test.ts', 'trust/worlds/run.test.ts'];

/** How many test files are tried before all others. */
const nearest = 22;

/** The given order is the order: the likeliest to notice come first. */
class AsGiven {
  shard<T>(files: T): T {
    return files;
  }
  sort<T>(files: T): T {
    return files;
  }
}

/** A copy of the project, where its sources may be broken. */
export class TestBench {
  readonly #place: string;
  readonly #isOnlyNear: boolean;
  #vitest: Vitest | undefined;
  /** Which test files noticed a change of which source file, and how often. */
  readonly #noticed = new Map<string, Map<string, number>>();

  /** Copies the project into `place`, an empty folder. */
  constructor(project: string, place: string, isOnlyNear: boolean) {
    this.#isOnlyNear = isOnlyNear;
    this.#place = place;
    for (const name of folders.filter((one) => existsSync(join(project, one)))) {
      cpSync(join(project, name), join(this.#place, name), { recursive: true });
    }
    const modules = resolve(import.meta.dirname, '../../node_modules');
    symlinkSync(modules, join(this.#place, 'node_modules'), 'junction');
  }

  /** What all tests say of a mutant, or of no change at all. */
  async judge(mutant: Mutant | undefined): Promise<Verdict> {
    if (!mutant) return this.#run(undefined);
    const path = join(this.#place, mutant.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, applied(source, mutant));
    try {
      const verdict = await this.#run(mutant.file);
      if (verdict.isKilled) this.#count(mutant.file, verdict.by);
      return verdict;
    } finally {
      writeFileSync(path, source);
      this.#vitest?.invalidateFile(path);
    }
  }

  /** Runs the near tests, then all others; the first that fails ends it. */
  async #run(changed: string | undefined): Promise<Verdict> {
    this.#vitest ??= await this.#open();
    if (changed) this.#vitest.invalidateFile(join(this.#place, changed));
    const all = (await this.#vitest.globTestSpecifications())
      .map((specification) => {
        const test = this.#nameOf(specification.moduleId);
        const noticed = this.#noticed.get(changed ?? '')?.get(test) ?? 0;
        const near = changed ? nearness(test, changed, noticed) : 0;
        return { specification, near };
      })
      .toSorted((a, b) => b.near - a.near);
    const near = all.filter((one) => one.near > 0).slice(0, nearest);
    const verdict = await this.#runSome(near.map(({ specification }) => specification));
    if (verdict.isKilled || this.#isOnlyNear) return verdict;
    const others = all.filter((one) => !near.includes(one));
    return this.#runSome(others.map(({ specification }) => specification));
  }

  async #runSome(specifications: TestSpecification[]): Promise<Verdict> {
    const green = { isKilled: false, by: '', loads: true };
    const vitest = this.#vitest;
    if (!vitest || specifications.length === 0) return green;
    const result = await vitest.runTestSpecifications(specifications);
    // What Vitest gives includes files of earlier runs; of these, as far as they were run, the first that failed.
    const modules = specifications.map(({ moduleId }) =>
      result.testModules.find((module) => module.moduleId === moduleId),
    );
    const failed = modules.find((module) => module?.state() === 'failed');
    if (failed) return { isKilled: true, ...blame(failed, this.#nameOf(failed.moduleId)) };
    const [error] = result.unhandledErrors;
    if (error !== undefined) {
      return { isKilled: true, by: `an error nobody caught: ${error}`, loads: true };
    }
    const ran = modules.filter((module) => module?.state() === 'passed').length;
    if (ran !== specifications.length) {
      throw new Error(`Only ${ran} of ${specifications.length} test files ran.`);
    }
    return green;
  }

  #nameOf(id: string): string {
    return relative(this.#place, id);
  }

  #open(): Promise<Vitest> {
    return createVitest({
      config: false,
      root: this.#place,
      watch: false,
      include: tests,
      env: { TEST_DATABASE: 'sqlite' },
      reporters: [{}],
      bail: 1,
      // One process per mutant, not one per test file: most of the time would go into loading.
      isolate: false,
      // They end with their process, also when it is killed.
      pool: 'threads',
      maxWorkers: 1,
      testTimeout: 20_000,
      hookTimeout: 60_000,
      sequence: { sequencer: AsGiven },
      cache: false,
    });
  }

  #count(file: string, by: string) {
    const [test = ''] = by.split(' › ');
    const counts = this.#noticed.get(file) ?? new Map<string, number>();
    this.#noticed.set(file, counts.set(test, (counts.get(test) ?? 0) + 1));
  }
}

/** The first test that failed in a file; a file that cannot be loaded has none. */
function blame(module: TestModule, file: string): { by: string; loads: boolean } {
  const failed = [...module.children.allTests('failed')][0] as TestCase | undefined;
  if (failed) return { by: `${file} › ${failed.fullName}`, loads: true };
  return { by: `${file} › ${module.errors()[0]?.message ?? 'cannot be loaded'}`, loads: false };
}
