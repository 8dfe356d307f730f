import { z } from 'zod';

/** How many tests ended in which way. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const noTests: Counts = { passed: 0, failed: 0, skipped: 0 };

/** Adds counts up, of any number of runs. */
export function addCounts(...runs: Counts[]): Counts {
  return runs.reduce(
    (sum, run) => ({
      passed: sum.passed + run.passed,
      failed: sum.failed + run.failed,
      skipped: sum.skipped + run.skipped,
    }),
    noTests,
  );
}

/** The line that closes every test run: `3 passed, 0 failed, 1 skipped`. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/**
 * Counts a report of Vitest's JSON reporter. A file that failed though none of its tests did, as
 * one that cannot be loaded, counts as one failed test.
 */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    vitestReport.parse(report);
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  };
}

const playwrightReport = z.object({
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
  errors: z.array(z.unknown()),
});

/**
 * Counts a report of Playwright's JSON reporter. An error outside any test counts as a failed test,
 * and so does a test that passed only when it was tried again.
 */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = playwrightReport.parse(report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * The counts of a runner that ended with `succeeded`; its report says `counts`, or is undefined
 * where it wrote none. A runner that failed without a failed test counts as one.
 */
export function countRun(succeeded: boolean, counts: Counts = noTests): Counts {
  const crashed = !succeeded && counts.failed === 0;
  return crashed ? addCounts(counts, { ...noTests, failed: 1 }) : counts;
}
