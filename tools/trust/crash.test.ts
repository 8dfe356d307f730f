import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recoveryLimitMs, runCrashes } from './crash-cycles.ts';

test('a portal that is killed at any moment keeps what it acknowledged, and nothing in part', {
  timeout: 60_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const place = { dataDir, databaseUrl: undefined };
  const { worstRecoveryMs, acknowledged, unanswered, ...figures } = await runCrashes(place, {
    cycles: 5,
    seed: 20_270_115,
  });
  expect(figures).toEqual({ cycles: 5, lost: [], torn: [], unexpected: [] });
  expect(worstRecoveryMs).toBeLessThan(recoveryLimitMs);
  // Killing an idle portal would prove nothing.
  expect(acknowledged).toBeGreaterThan(10);
  expect(unanswered).toBeGreaterThan(0);
});
