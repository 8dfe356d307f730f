import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runKills, saveLimitMs } from './kill-cycles.ts';

test('a portal that is killed while it talks to the mail server loses no letter', {
  timeout: 600_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const place = { dataDir, databaseUrl: undefined };
  const { secondCopies, saveMs, ...figures } = await runKills(place, {
    at: ['body', 'dot'],
  });
  expect(figures).toEqual({ kills: 2, letters: 6, findings: [] });
  expect(saveMs).toBeLessThan(saveLimitMs);
  // Killing it where nothing is in doubt would prove nothing.
  expect(secondCopies.dot).toBeGreaterThan(0);
});
