import { defineConfig } from '@playwright/test';
import { findBrowser, testBrowserFlags } from '#tools/test/browser/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  forbidOnly: true,
  retries: 0,
  // Use one more worker than a small machine has cores, because each test also waits for replies, emails and page
  // transitions.
  workers: 3,
  // A timeout only detects tests that hang, so it is long enough for a busy machine.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findBrowser(), args: testBrowserFlags },
    // Do not record traces, because recording slows down a small machine. Pass `--trace retain-on-failure` to record
    // failed tests.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Disable animations by default. Tests of animations enable them explicitly.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    // Differs from the department's time zone, because pages must show the department's local time, not the visitor's.
    timezoneId: 'America/New_York',
  },
});
