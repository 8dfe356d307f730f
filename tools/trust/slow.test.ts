import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runSlow } from './slow.ts';

test('slow connections and a storm of logins keep nobody from saving marks', {
  timeout: 600_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { saves, refusedSaves, logins } = await runSlow(dataDir, {
    size: 90,
    logins: 60,
    seconds: 4,
  });
  expect(refusedSaves).toEqual([]);
  expect(saves).toBeGreaterThan(3);
  // Each is answered: refused as unknown, or told to come back.
  expect(Object.keys(logins).filter((status) => status !== '401' && status !== '503')).toEqual([]);
});
