// A test bench in a process of its own, which can be ended though a mutant goes round in circles.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEnd } from '#tools/test/on-end.ts';
import type { Mutant } from './find-mutants.ts';
import { TestBench, type Verdict } from './test-bench.ts';

/** Longer than they take on a busy machine: the near tests, and all. */
const longestMs = { near: 2 * 60_000, all: 10 * 60_000 };

/** Judges one mutant after the other; a process that comes to no end is replaced. */
export class BenchProcess {
  readonly #project: string;
  readonly #isOnlyNear: boolean;
  #running: { child: ChildProcess; end: () => void } | undefined;

  constructor(project: string, isOnlyNear: boolean) {
    this.#project = project;
    this.#isOnlyNear = isOnlyNear;
  }

  /** Throws when the tests fail without any mutant: they would say nothing. */
  async requireGreen(): Promise<void> {
    const { isKilled, by } = await this.#ask(undefined);
    if (isKilled) throw new Error(`The tests fail without any change: ${by}`);
  }

  judge(mutant: Mutant): Promise<Verdict> {
    return this.#ask(mutant);
  }

  close(): void {
    this.#running?.end();
    this.#running = undefined;
  }

  async #ask(mutant: Mutant | undefined): Promise<Verdict> {
    this.#running ??= this.#start();
    const { child } = this.#running;
    const over = new AbortController();
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        over.abort();
      },
      this.#isOnlyNear ? longestMs.near : longestMs.all,
    );
    const answer = once(child, 'message', { signal: over.signal });
    const ended = once(child, 'exit', { signal: over.signal }).then(() => {
      throw new Error('A test bench has ended.');
    });
    child.send({ mutant });
    try {
      const [verdict] = await Promise.race([answer, ended]);
      return verdict;
    } catch (error) {
      if (!isLate) throw error;
      this.close();
      return { isKilled: true, by: 'no end', loads: true };
    } finally {
      clearTimeout(timer);
      ended.catch(() => {});
      over.abort();
    }
  }

  #start() {
    const place = mkdtempSync(join(tmpdir(), 'trust-mutants-'));
    const options = [this.#project, place, this.#isOnlyNear ? 'near' : 'all'];
    // Without what a runner of tests may have put into its own environment.
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME };
    const child = fork(import.meta.filename, options, { serialization: 'advanced', env });
    const end = onEnd(() => {
      child.kill('SIGKILL');
      rmSync(place, { recursive: true, force: true });
    });
    return { child, end };
  }
}

if (import.meta.main) {
  const [project = '', place = '', range] = process.argv.slice(2);
  const bench = new TestBench(project, place, range === 'near');
  process.on('message', async ({ mutant }: { mutant: Mutant | undefined }) => {
    process.send?.(await bench.judge(mutant));
  });
  // Whoever asked is gone.
  process.on('disconnect', () => process.exit());
}
