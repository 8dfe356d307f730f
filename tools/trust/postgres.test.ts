import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '#tools/test/start-postgres.ts';
import { recoveryLimitMs, runOutages } from './postgres-outages.ts';

test.runIf(hasPostgres())(
  'a database that stops, crashes or freezes under the portal costs waiting and nothing else',
  { timeout: 600_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
    const postgres = startPostgres({ durable: true });
    onTestFinished(() => {
      postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    // The portal’s own patience of 20 s would need a longer freeze.
    const place = { dataDir, databaseUrl: `${postgres.url}&query_timeout=3000` };
    const { acknowledged, unavailable, notReady, slowestMs, worstRecoveryMs, ...figures } =
      await runOutages(place, postgres, {
        outages: 3,
        seed: 20_270_115,
        awayMs: 500,
        frozenMs: 8000,
      });
    expect(figures).toEqual({ outages: 3, lost: [], torn: [], unexpected: [] });
    expect(worstRecoveryMs).toBeLessThan(3 * recoveryLimitMs);
    // Five seconds for a connection and three for an answer, and twice as much again for a busy machine.
    expect(slowestMs).toBeLessThan(25_000);
    expect(acknowledged).toBeGreaterThan(0);
    expect(unavailable).toBeGreaterThan(0);
    expect(notReady).toBeGreaterThan(0);
  },
);
