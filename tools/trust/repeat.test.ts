import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#server/features.ts';
import { whereWritingIsQuick } from '#tools/test/quick-folder.ts';
import { runRepeats } from './repeat/run-repeats.ts';
import { writes } from './repeat/writes.ts';

test('a write that is sent twice has one effect, also across a crash or a restart', {
  timeout: 600_000,
}, async () => {
  const dataDir = mkdtempSync(join(whereWritingIsQuick, 'trust-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const place = { dataDir, databaseUrl: undefined };
  const figures = await runRepeats(place, { size: 300, seed: 20_270_115 });
  const { repeated, unanswered, kills, restarts, faults } = figures;
  expect(faults).toEqual([]);
  expect(repeated).toBe(300);
  expect(unanswered).toBeGreaterThan(0);
  expect([kills, restarts]).toEqual([3, 3]);
});

test('every call that writes is sent twice, but the login', () => {
  const names = Object.keys(writes);
  const missing = endpoints
    .filter(({ endpoint }) => endpoint.method !== 'GET')
    .map(({ name }) => name)
    .filter((name) => !names.some((write) => write === name));
  // Uploads stand for each kind of theirs.
  expect(missing.toSorted()).toEqual(['login', 'uploadDocument']);
});
