import { expect } from 'vitest';
import { backgroundJobs } from '#server/features.ts';
import { test } from '#server/test/portal.ts';
import { type BackgroundJob, runBackgroundJobs } from './background-jobs.ts';

test('runBackgroundJobs logs the name of a failed job and runs the remaining jobs', async ({
  portal,
}) => {
  const done: string[] = [];
  const jobs: BackgroundJob[] = [
    { run: async () => done.push('first') },
    {
      run: function sendNothing() {
        throw new Error('no paper');
      },
    },
    { run: async () => done.push('last') },
  ];
  await runBackgroundJobs(portal, jobs, () => true);
  expect(done).toEqual(['first', 'last']);
  expect(portal.logged.join()).toContain('"job":"sendNothing"');
});

test('runBackgroundJobs skips jobs that delete old rows while the system clock may be wrong', async ({
  portal,
}) => {
  const done: boolean[] = [];
  const job = (isClockSteady: boolean): BackgroundJob => ({
    run: async () => done.push(isClockSteady),
    deletesByAge: true,
  });
  await runBackgroundJobs(portal, [job(false)], () => false);
  await runBackgroundJobs(portal, [job(true)], () => true);
  expect(done).toEqual([true]);
});

test('the background jobs of all features succeed on an empty portal', async ({ portal }) => {
  await runBackgroundJobs(portal, backgroundJobs, () => true);
  expect(portal.logged.join()).not.toContain('a background job failed');
});
