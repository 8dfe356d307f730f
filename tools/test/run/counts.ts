import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** `name` contains the file and the title of a test. */
export interface TestFailure {
  name: string;
  reason: string;
}

/** `flaky` contains the names of the tests that failed and passed when they were repeated. */
export interface TestCounts {
  passed: number;
  failed: TestFailure[];
  flaky: string[];
  skipped: number;
}

export const emptyTestCounts: TestCounts = { passed: 0, failed: [], flaky: [], skipped: 0 };

/** A run with more flaky tests fails: then it is likely that the portal or the machine is at fault, not the tests. */
const maxFlakyTests = 5;

export const isSuccess = ({ failed, flaky }: TestCounts): boolean =>
  failed.length === 0 && flaky.length <= maxFlakyTests;

export function addTestCounts(...runs: TestCounts[]): TestCounts {
  return runs.reduce(
    (sum, run) => ({
      passed: sum.passed + run.passed,
      failed: [...sum.failed, ...run.failed],
      flaky: [...sum.flaky, ...run.flaky],
      skipped: sum.skipped + run.skipped,
    }),
    emptyTestCounts,
  );
}

/**
 * Returns the counts of a run whose failed tests were repeated. A test that passed when repeated is flaky. If the repetition
 * ran no test, or something else failed in it, such as the test runner, it proves nothing.
 */
export function mergeRepetition(first: TestCounts, repetition: TestCounts): TestCounts {
  const names = first.failed.map(({ name }) => name);
  const failedAgain = repetition.failed.map(({ name }) => name);
  const ranTests = repetition.passed + failedAgain.length > 0;
  if (!ranTests || failedAgain.some((name) => !names.includes(name))) return first;
  const failed = first.failed.filter(({ name }) => failedAgain.includes(name));
  const flaky = names.filter((name) => !failedAgain.includes(name));
  return { ...first, passed: first.passed + flaky.length, failed, flaky };
}

/** Lists failed and flaky tests before the total, which has the form "3 passed, 0 failed, 0 skipped". */
export function formatSummary(counts: TestCounts): string {
  const { passed, failed, flaky, skipped } = counts;
  const total = `${passed} passed, ${failed.length} failed, ${skipped} skipped`;
  return [
    ...failed.map(({ name, reason }) => `FAILED ${[name, ...reason.split('\n')].join('\n  ')}`),
    ...flaky.map((name) => `FLAKY ${name}`),
    ...(flaky.length > maxFlakyTests ? [`More than ${maxFlakyTests} flaky tests.`] : []),
    total,
  ].join('\n\n');
}

const maxReasonLines = 12;

/** `file` may be absolute, as in Vitest's report. */
function describeFailure(file: string, title: string, messages: string[]): TestFailure {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  return {
    name: `${relative('', file)} › ${title}`,
    reason: lines.slice(0, maxReasonLines).join('\n'),
  };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** Counts the tests in a report by Vitest's JSON reporter. A file that cannot be loaded counts as a failed test. */
export function countVitestTests(report: unknown): TestCounts {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = vitestReport.parse(report);
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed');
      return tests.length === 0
        ? [describeFailure(name, 'the file itself', [message])]
        : tests.map((test) => describeFailure(name, test.fullName, test.failureMessages ?? []));
    });
  return {
    ...emptyTestCounts,
    passed: numPassedTests,
    failed,
    skipped: numPendingTests + numTodoTests,
  };
}

const playwrightError = z.object({ message: z.string().optional() });
const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      line: z.number(),
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(playwrightError) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), skipped: z.number() }),
  suites: z.array(playwrightSuite),
  errors: z.array(playwrightError),
});

function getMessages(errors: z.infer<typeof playwrightError>[]): string[] {
  return errors.map(({ message }) => message ?? 'no reason given');
}

function listFailures({ specs, suites = [] }: z.infer<typeof playwrightSuite>): TestFailure[] {
  const suiteFailures = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        describeFailure(
          `${file}:${line}`,
          title,
          results.flatMap(({ errors }) => getMessages(errors)),
        ),
      ),
  );
  return [...suiteFailures, ...suites.flatMap(listFailures)];
}

/** Counts the tests in a report by Playwright's JSON reporter. Flaky tests and errors outside tests count as failed. */
export function countPlaywrightTests(report: unknown): TestCounts {
  const { stats, suites, errors } = playwrightReport.parse(report);
  const outside = getMessages(errors).map((message) =>
    describeFailure('browser tests', 'outside any test', [message]),
  );
  return {
    ...emptyTestCounts,
    passed: stats.expected,
    failed: [...suites.flatMap(listFailures), ...outside],
    skipped: stats.skipped,
  };
}

/** Returns the counts of one failed test. */
export const failOnce = (name: string, reason: string): TestCounts => ({
  ...emptyTestCounts,
  failed: [{ name, reason }],
});

/** Returns the counts of a test run. If the runner failed without reporting a failed test, adds one failed test. */
export function addCrashAsFailure(
  name: string,
  succeeded: boolean,
  counts: TestCounts = emptyTestCounts,
): TestCounts {
  const crashed = !succeeded && counts.failed.length === 0;
  return crashed ? addTestCounts(counts, failOnce(name, 'ended with an error')) : counts;
}
