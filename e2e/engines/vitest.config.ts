import { defineConfig } from 'vitest/config';

/** Browser tests have long timeouts, because starting a browser takes up to 30 s on a busy machine. */
export default defineConfig({
  test: {
    root: '.',
    include: ['e2e/engines/*.test.ts'],
    environment: 'node',
    // Run both browsers at the same time: each waits for its start, for pages and for frames.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
