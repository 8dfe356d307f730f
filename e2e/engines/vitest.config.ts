import { defineConfig } from 'vitest/config';

/** Each file drives a browser of its own; a busy machine starts one in half a minute. */
export default defineConfig({
  test: {
    root: '.',
    include: ['e2e/engines/*.test.ts'],
    environment: 'node',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
