import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runDeclared, runPipelined } from './flood.ts';

const MB = 1024 * 1024;

function aFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'trust-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

test('thousands of requests whose answers nobody reads cost little memory, and others are served', {
  timeout: 600_000,
}, async () => {
  const flood = await runPipelined(aFolder(), { connections: 12, requests: 1500, seconds: 4 });
  expect(flood).toMatchObject({ isRunning: true, failed: [], ended: 12 });
  expect(flood.calls).toBeGreaterThan(10);
  // An idle portal that has hashed a few passwords occupies about 300 MB; without the limit this is 1,400 and more.
  expect(flood.peakBytes).toBeLessThan(600 * MB);
});

test.for([
  ['more than a sign-up may have', 216 * MB],
  ['as much as a sign-up may have', 5 * MB],
] as const)(
  'sign-ups that declare %s and send nothing keep nobody from uploading',
  {
    timeout: 600_000,
  },
  async ([, declared]) => {
    const size = { connections: 250, declared, seconds: 3, spare: 1024 * MB };
    const flood = await runDeclared(aFolder(), size);
    expect(flood).toMatchObject({ isRunning: true, failed: [] });
    expect(flood.calls).toBeGreaterThan(5);
  },
);
