import { expect, test } from 'vitest';
import {
  addCrashAsFailure,
  addTestCounts,
  countPlaywrightTests,
  countVitestTests,
  formatSummary,
} from './counts.ts';

const vitest = {
  numPassedTests: 3,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: 'server/marks/save.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'marks › are kept', status: 'failed', failureMessages: ['expected 4 to be 5'] },
        { fullName: 'marks › are shown', status: 'passed', failureMessages: [] },
      ],
    },
    {
      name: 'server/users/list.test.ts',
      status: 'failed',
      message: 'cannot be loaded',
      assertionResults: [],
    },
    { name: 'contract/text.test.ts', status: 'passed', message: '', assertionResults: [] },
  ],
};

const browserTest = (title: string, status: string, message: string) => ({
  file: 'home.e2e.ts',
  line: 4,
  title,
  tests: [{ status, results: [{ errors: [{ message }] }] }],
});
const playwright = {
  stats: { expected: 2, skipped: 1 },
  suites: [
    {
      specs: [browserTest('the banner counts', 'unexpected', '\u001b[31mnot seen\u001b[39m')],
      suites: [
        {
          specs: [
            browserTest('the card goes round', 'flaky', 'seen late'),
            browserTest('the list is shown', 'expected', ''),
          ],
        },
      ],
    },
  ],
  errors: [{ message: 'the portal did not start' }],
};

test('formatSummary lists failed tests before the total', () => {
  const counts = addTestCounts(
    { passed: 1, failed: [], skipped: 0 },
    { passed: 2, failed: ['home.e2e.ts:4 › the banner counts'], skipped: 1 },
  );
  expect(formatSummary(counts)).toBe(
    'FAILED home.e2e.ts:4 › the banner counts\n\n3 passed, 1 failed, 1 skipped',
  );
  expect(formatSummary({ passed: 3, failed: [], skipped: 0 })).toBe(
    '3 passed, 0 failed, 0 skipped',
  );
});

test('countVitestTests lists as failed each failed test and each file that cannot be loaded', () => {
  expect(countVitestTests(vitest)).toEqual({
    passed: 3,
    failed: [
      'server/marks/save.test.ts › marks › are kept\n  expected 4 to be 5',
      'server/users/list.test.ts › the file itself\n  cannot be loaded',
    ],
    skipped: 2,
  });
});

test('countVitestTests truncates long error messages', () => {
  const [file] = vitest.testResults;
  const message = Array.from({ length: 50 }, (_, line) => `line ${line}`).join('\n');
  const report = { ...vitest, testResults: [{ ...file, message, assertionResults: [] }] };
  expect(countVitestTests(report).failed[0]?.split('\n')).toHaveLength(13);
});

test('countPlaywrightTests counts flaky tests and errors outside tests as failed', () => {
  expect(countPlaywrightTests(playwright)).toEqual({
    passed: 2,
    failed: [
      'home.e2e.ts:4 › the banner counts\n  not seen',
      'home.e2e.ts:4 › the card goes round\n  seen late',
      'browser tests › outside any test\n  the portal did not start',
    ],
    skipped: 1,
  });
});

test('addRunnerCrash counts a crash of the test runner as one failed test', () => {
  const counts = { passed: 4, failed: [], skipped: 0 };
  const crash = ['vitest ended with an error'];
  expect(addCrashAsFailure('vitest', false, counts)).toEqual({
    passed: 4,
    failed: crash,
    skipped: 0,
  });
  expect(addCrashAsFailure('vitest', false)).toEqual({ passed: 0, failed: crash, skipped: 0 });
  expect(addCrashAsFailure('vitest', true, counts)).toEqual(counts);
});
