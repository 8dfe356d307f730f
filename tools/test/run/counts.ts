import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** `failed` contains the file, title and reason of each failed test. */
export interface TestCounts {
  passed: number;
  failed: string[];
  skipped: number;
}

export const emptyTestCounts: TestCounts = { passed: 0, failed: [], skipped: 0 };

export function addTestCounts(...runs: TestCounts[]): TestCounts {
  return runs.reduce(
    (sum, run) => ({
      passed: sum.passed + run.passed,
      failed: [...sum.failed, ...run.failed],
      skipped: sum.skipped + run.skipped,
    }),
    emptyTestCounts,
  );
}

export function formatSummary({ passed, failed, skipped }: TestCounts): string {
  const counts = `${passed} passed, ${failed.length} failed, ${skipped} skipped`;
  return [...failed.map((test) => `FAILED ${test}`), counts].join('\n\n');
}

const maxReasonLines = 12;

function describeFailure(place: string, title: string, messages: string[]): string {
  const reason = stripVTControlCharacters(messages.join('\n')).split('\n').slice(0, maxReasonLines);
  return [`${place} › ${title}`, ...reason].join('\n  ');
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
  return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
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

function listFailures({ specs, suites = [] }: z.infer<typeof playwrightSuite>): string[] {
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
    passed: stats.expected,
    failed: [...suites.flatMap(listFailures), ...outside],
    skipped: stats.skipped,
  };
}

/** Returns the counts of a test run. If the runner failed without reporting a failed test, adds one failed test. */
export function addCrashAsFailure(
  name: string,
  succeeded: boolean,
  counts: TestCounts = emptyTestCounts,
): TestCounts {
  const crashed = !succeeded && counts.failed.length === 0;
  return crashed
    ? addTestCounts(counts, { ...emptyTestCounts, failed: [`${name} ended with an error`] })
    : counts;
}
