import { expect, test } from 'vitest';
import {
  addCrashAsFailure,
  addTestCounts,
  countPlaywrightTests,
  countVitestTests,
  emptyTestCounts,
  formatSummary,
  isSuccess,
  mergeRepetition,
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

const failure = (name: string) => ({ name, reason: 'expected 4 to be 5' });
const counts = { ...emptyTestCounts, passed: 3, failed: ['a', 'b'].map(failure) };

test('formatSummary lists failed and flaky tests before the total', () => {
  const sum = addTestCounts(counts, { ...emptyTestCounts, flaky: ['c'], skipped: 1 });
  expect(formatSummary(sum)).toBe(
    [
      ...['a', 'b'].map((name) => `FAILED ${name}\n  expected 4 to be 5`),
      'FLAKY c',
      '3 passed, 2 failed, 1 skipped',
    ].join('\n\n'),
  );
});

test('mergeRepetition counts tests that passed when repeated as passed and flaky', () => {
  const repetition = { ...emptyTestCounts, passed: 8, failed: [failure('b')] };
  const merged = mergeRepetition(counts, repetition);
  expect(merged).toEqual({ ...counts, passed: 4, failed: [failure('b')], flaky: ['a'] });
});

test.for([
  ['ran no test', emptyTestCounts],
  ['failed otherwise', { ...emptyTestCounts, passed: 1, failed: [failure('vitest run')] }],
])('mergeRepetition keeps all failures if the repetition %s', ([, repetition]) => {
  expect(mergeRepetition(counts, repetition as typeof counts)).toEqual(counts);
});

test('isSuccess accepts five flaky tests, but no failed test', () => {
  const flaky = ['a', 'b', 'c', 'd', 'e'];
  expect(isSuccess({ ...emptyTestCounts, flaky })).toBe(true);
  expect(isSuccess({ ...emptyTestCounts, flaky: [...flaky, 'f'] })).toBe(false);
  expect(isSuccess(counts)).toBe(false);
});

test('countVitestTests lists as failed each failed test and each file that cannot be loaded', () => {
  expect(countVitestTests(vitest)).toEqual({
    ...emptyTestCounts,
    passed: 3,
    failed: [
      {
        name: 'server/marks/save.test.ts › marks › are kept',
        reason: 'expected 4 to be 5',
      },
      { name: 'server/users/list.test.ts › the file itself', reason: 'cannot be loaded' },
    ],
    skipped: 2,
  });
});

test('countPlaywrightTests counts errors outside tests as failed', () => {
  expect(countPlaywrightTests(playwright)).toEqual({
    ...emptyTestCounts,
    passed: 2,
    failed: [
      { name: 'home.e2e.ts:4 › the banner counts', reason: 'not seen' },
      { name: 'home.e2e.ts:4 › the card goes round', reason: 'seen late' },
      { name: 'browser tests › outside any test', reason: 'the portal did not start' },
    ],
    skipped: 1,
  });
});

test('addCrashAsFailure counts a crash of the test runner as one failed test', () => {
  const passed = { ...emptyTestCounts, passed: 4 };
  const failed = [{ name: 'vitest', reason: 'ended with an error' }];
  expect(addCrashAsFailure('vitest', false, passed)).toEqual({ ...passed, failed });
  expect(addCrashAsFailure('vitest', false)).toEqual({ ...emptyTestCounts, failed });
  expect(addCrashAsFailure('vitest', true, passed)).toEqual(passed);
});
