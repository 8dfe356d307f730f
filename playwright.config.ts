import { defineConfig } from '@playwright/test';
import { browserFlags, findBrowser } from '#tools/test/browser/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  // One more than the cores of a small machine: each test also waits, for a reply, an email, a page that turns.
  workers: 3,
  // Long enough for a machine that is busy with something else: what hangs is found all the same.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findBrowser(), args: browserFlags },
    // Recording every step costs a small machine much of its time: `--trace retain-on-failure` does it where wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Where motion itself is tested the test says so.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    // Not the department's zone: pages have to show its clock, not the visitor's.
    timezoneId: 'America/New_York',
  },
});
