import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runStops, stopLimitMs } from './stop-cycles.ts';

test('a portal that is told to stop answers everybody whose request it has', {
  timeout: 600_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const place = { dataDir, databaseUrl: undefined };
  const { acknowledged, longestMs, knocks, ...figures } = await runStops(place, {
    stops: 2,
    seed: 20_270_115,
  });
  expect(figures).toEqual({ stops: 2, cut: [], unexpected: [] });
  expect(longestMs).toBeLessThan(stopLimitMs);
  expect(acknowledged).toBeGreaterThan(0);
  // Twenty come again and again while it stops; without a moment of refusing all of them are cut each time.
  expect(knocks.answered['503']).toBeGreaterThan(0);
  expect(knocks.cut.length).toBeLessThan(20);
});
