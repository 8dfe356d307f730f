import { expect, test } from 'vitest';
import { addCounts, closingLine, countPlaywright, countRun, countVitest } from './counts.ts';

const vitest = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
    { status: 'failed', assertionResults: [] },
  ],
};
const playwright = {
  stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 1 },
  errors: [{ message: 'the portal did not start' }],
};

test('the runs add up to one closing line', () => {
  const counts = addCounts(
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 2, failed: 1, skipped: 1 },
  );
  expect(closingLine(counts)).toBe('3 passed, 1 failed, 1 skipped');
});

test('a test file that cannot be loaded counts as a failed test', () => {
  expect(countVitest(vitest)).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('a flaky browser test and an error outside the tests have failed', () => {
  expect(countPlaywright(playwright)).toEqual({ passed: 2, failed: 3, skipped: 1 });
});

test('a runner that crashes counts as one failed test, with a report and without', () => {
  const counts = { passed: 4, failed: 0, skipped: 0 };
  expect(countRun(false, counts)).toEqual({ passed: 4, failed: 1, skipped: 0 });
  expect(countRun(false)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(countRun(true, counts)).toEqual(counts);
});
