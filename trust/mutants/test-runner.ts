// Runs the tests in a copy of the project, repeatedly and with one mutant at a time.

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
import { onProcessEnd } from '#tools/test/on-end.ts';
import { applyMutant, type Mutant } from './find-mutants.ts';

/** Result of a test run. `loads` is false if a test file failed because it could not be loaded. */
type Verdict = { isKilled: boolean; by: string; loads: boolean };

/** Reason of a verdict if the tests exceeded the time limit. */
export const noEnd = 'no end';

const copiedPaths = 'contract server content tools trust package.json tsconfig.json'.split(' ');
const testPatterns = [
  'contract/**/*.test.ts',
  'server/**/*.test.ts',
  'trust/non-interference/run.test.ts',
];
/** Maximum number of files in the first group of tests: those that are most likely to detect the mutant. */
const maxNearFiles = 22;
const timeoutMs = { near: 2 * 60_000, all: 10 * 60_000 };

/** Vitest sequencer that keeps the order of the files: those that are most likely to fail already come first. */
class FixedOrder {
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
    include: testPatterns,
    env: { TEST_DATABASE: 'sqlite' },
    reporters: [{}],
    bail: 1,
    // Do not isolate test files, because reloading the server for each file would take most of the time.
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    sequence: { sequencer: FixedOrder },
    cache: false,
  });

/** Runs the tests that are most likely to detect the mutant, then the other tests. Stops at the first failure. */
async function runTests(
  vitest: Vitest,
  workspace: string,
  mutant: Mutant | undefined,
  isOnlyNear: boolean,
): Promise<Verdict> {
  const path = mutant && join(workspace, mutant.file);
  const source = path && readFileSync(path, 'utf8');
  if (path && source !== undefined) {
    writeFileSync(path, applyMutant(source, mutant));
    vitest.invalidateFile(path);
  }
  try {
    const ranked = (await vitest.globTestSpecifications())
      .map((test) => ({
        test,
        near: mutant && source ? scoreNearness(test, mutant.file, source) : 0,
      }))
      .toSorted((a, b) => b.near - a.near);
    const near = ranked.filter((candidate) => candidate.near > 0).slice(0, maxNearFiles);
    const otherFiles = isOnlyNear ? [] : ranked.filter((candidate) => !near.includes(candidate));
    for (const files of [near, otherFiles]) {
      const verdict = await runFiles(
        vitest,
        workspace,
        files.map(({ test }) => test),
      );
      if (verdict) return verdict;
    }
    return { isKilled: false, by: '', loads: true };
  } finally {
    if (path && source !== undefined) writeFileSync(path, source);
    if (path) vitest.invalidateFile(path);
  }
}

/** Estimates how likely a test file is to detect a change, from its location and the names that it mentions. */
function scoreNearness(
  { moduleId }: TestSpecification,
  changedFile: string,
  source: string,
): number {
  const text = readFileSync(moduleId, 'utf8');
  const word = basename(changedFile, '.ts');
  const isBeside = basename(moduleId).startsWith(`${word}.`);
  const folders = [dirname(changedFile), `server/${word}`];
  const isInFolder = folders.some((folder) => dirname(moduleId).endsWith(`/${folder}`));
  const exported = [...source.matchAll(/export (?:async )?(?:function|const|class) (\w+)/g)];
  const names = [
    ...exported.map(([, name]) => name),
    word.replace(/-(\w)/g, (_, c) => c.toUpperCase()),
  ];
  const isNamed = names.some((name) => new RegExp(`\\b${name}\\b`).test(text));
  const isBroad = /\/http\/(access|bystanders)\.test/.test(moduleId);
  const isSlow = /matrix|non-interference/.test(moduleId);
  return (
    (isBeside ? 20 : 0) +
    (isInFolder ? 10 : 0) +
    (isNamed ? 8 : 0) +
    (isBroad ? 3 : 0) -
    (isSlow ? 50 : 0)
  );
}

async function runFiles(vitest: Vitest, workspace: string, specifications: TestSpecification[]) {
  if (specifications.length === 0) return undefined;
  const result = await vitest.runTestSpecifications(specifications);
  // Vitest also returns the files of earlier runs, so select the modules of this run.
  const modules = specifications.map(({ moduleId }) =>
    result.testModules.find((module) => module.moduleId === moduleId),
  );
  const failed = modules.find((module) => module?.state() === 'failed');
  if (failed) return describeFailure(failed, relative(workspace, failed.moduleId));
  const [error] = result.unhandledErrors;
  if (error !== undefined)
    return { isKilled: true, by: `an uncaught error: ${error}`, loads: true };
  const ran = modules.filter((module) => module?.state() === 'passed').length;
  if (ran !== specifications.length)
    throw new Error(`Only ${ran} of ${specifications.length} test files ran.`);
  return undefined;
}

function describeFailure(module: TestModule, file: string): Verdict {
  const [failed] = [...module.children.allTests('failed')];
  const why = failed?.fullName ?? module.errors()[0]?.message ?? 'cannot be loaded';
  return { isKilled: true, by: `${file} › ${why}`, loads: failed !== undefined };
}

/** Tests mutants in a child process, which is replaced if the tests time out, for example due to an infinite loop. */
export class MutantTestRunner {
  readonly #project: string;
  readonly #range: 'near' | 'all';
  #running: ReturnType<MutantTestRunner['start']> | undefined;

  constructor(project: string, range: 'near' | 'all') {
    this.#project = project;
    this.#range = range;
  }

  /** Runs the tests with a mutant, or on the unchanged source if `mutant` is undefined. */
  async runTests(mutant: Mutant | undefined): Promise<Verdict> {
    this.#running ??= this.start();
    const { child } = this.#running;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs[this.#range]);
    const reply = once(child, 'message', { signal: controller.signal });
    const ended = once(child, 'exit', { signal: controller.signal }).then(() => {
      throw new Error('A test bench has ended.');
    });
    ended.catch(() => {});
    child.send({ mutant });
    try {
      const [verdict] = await Promise.race([reply, ended]);
      return verdict;
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      this.close();
      return { isKilled: true, by: noEnd, loads: true };
    } finally {
      clearTimeout(timer);
      controller.abort();
    }
  }

  close(): void {
    this.#running?.end();
    this.#running = undefined;
  }

  start() {
    const workspace = mkdtempSync(join(tmpdir(), 'trust-mutants-'));
    // Pass no other environment variables: a surrounding test runner may have set some that affect the tests.
    const { PATH, HOME } = process.env;
    const options = { serialization: 'advanced', env: { PATH, HOME } } as const;
    const child = fork(import.meta.filename, [this.#project, workspace, this.#range], options);
    const end = onProcessEnd(() => {
      child.kill('SIGKILL');
      rmSync(workspace, { recursive: true, force: true });
    });
    return { child, end };
  }
}

if (import.meta.main) {
  const [project = '', workspace = '', range] = process.argv.slice(2);
  for (const name of copiedPaths.filter((candidate) => existsSync(join(project, candidate))))
    cpSync(join(project, name), join(workspace, name), { recursive: true });
  const modules = resolve(import.meta.dirname, '../../node_modules');
  symlinkSync(modules, join(workspace, 'node_modules'), 'junction');
  const vitest = openVitest(workspace);
  process.on('message', async ({ mutant }: { mutant: Mutant | undefined }) => {
    process.send?.(await runTests(await vitest, workspace, mutant, range === 'near'));
  });
  process.on('disconnect', () => process.exit());
}
